import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { performers, sides } from '../cases.ts';
import { documentReading } from './code-links.ts';
import { noteText } from './notes.ts';

const range = z.object({ start: z.number(), end: z.number() });
const ranges = z.array(range);
/** Words of the text, by where they stand. */
const quoted = { start: z.number(), end: z.number(), words: z.string() };

export const readCode = z.object({
  code: z.string(),
  description: z.string(),
  /** From 1. */
  rank: z.number(),
  /** Calibrated chance, 0 to 1, that the code is billed. */
  confidence: z.number(),
  tier: z.enum(['likely', 'look']),
  why: z.string(),
  /** Which of the note's procedures the code is a reading of, from 0. */
  group: z.number(),
  alternative_to: z.nullable(z.string()),
  part_of: z.nullable(z.string()),
  evidence: ranges,
});

export const readProcedure = z.object({
  code: z.string(),
  named: z.nullable(z.object(quoted)),
  side: z.nullable(z.object({ ...quoted, value: z.enum(sides) })),
  digits: z.array(z.object({ ...quoted, value: z.string() })),
  vessels: z.array(z.object({ ...quoted, value: z.string() })),
  levels: z.array(z.object({ ...quoted, value: z.array(z.string()) })),
  sizes: z.array(z.object({ ...quoted, value: z.number(), unit: z.string() })),
});

export const proposedLine = z.object({
  code: z.string(),
  units: z.number(),
  /** Those that say what the note says; what asserts a fact is proposed beside them. */
  modifiers: z.array(z.string()),
  side: z.nullable(z.enum(sides)),
  facts: z.record(z.string(), z.unknown()),
  evidence: z.record(z.string(), ranges),
  proposed: z.array(z.object({ modifier: z.string(), words: ranges })),
});

/** What the engine makes of a text. Ranges are UTF-16 code units of `text` as it was sent, end exclusive. */
export const readText = z.object({
  reading: documentReading,
  service_date: z.nullable(z.string()),
  procedures: z.array(readProcedure),
  codes: z.array(readCode),
  lines: z.array(proposedLine),
  questions: z.array(z.object({ about: z.string(), code: z.string(), why: z.string(), words: ranges })),
  made_by: z.object({ engine: z.string(), knowledge: z.string(), catalog: z.number(), learned: z.number() }),
});
export type ReadText = z.infer<typeof readText>;

/** For the screen of another system: a text is read with the tenant's catalog and what it taught, and nothing of it is kept. */
export const suggest = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/suggest/',
    summary: 'Read a text once: procedures, codes with their words, proposed lines; nothing is stored',
    permission: 'text.suggest',
    tx: 'manual',
    audit: 'text_suggest',
    rate: 'suggest',
    large: true,
    body: z.strictObject({
      text: noteText,
      size: z.optional(z.number().check(z.int('From 1 to 25'), z.minimum(1, 'From 1 to 25'), z.maximum(25, 'From 1 to 25'))),
      pos: z.optional(z.string().check(z.regex(/^\d{2}$/, 'A place of service is two digits'))),
      performer: z.optional(z.enum(performers)),
    }),
    response: readText,
  }),
};
