import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { storable } from '../storable.ts';

export const tryNoteBody = z.object({
  text: z
    .string('Paste an operative note.')
    .check(
      z.trim(),
      z.minLength(1, 'Paste an operative note.'),
      z.maxLength(limits.tryCharacters, 'Up to 20,000 characters can be tried here.'),
      storable,
    ),
});

export const triedCode = z.object({
  code: z.string(),
  /** Our own plain words; empty for a code that only an uploaded catalog describes. */
  description: z.string(),
  /** Calibrated chance, 0 to 1. */
  confidence: z.number(),
  tier: z.enum(['likely', 'look']),
  why: z.string(),
  /** Ranges of `text` in UTF-16 code units, end exclusive. */
  evidence: z.array(z.object({ start: z.number(), end: z.number() })),
});
export type TriedCode = z.infer<typeof triedCode>;

export const triedNote = z.object({
  /** The note as it was read: trimmed. */
  text: z.string(),
  suggestions: z.array(triedCode),
  /** What the reading does not settle, a sentence each. */
  unknown: z.array(z.string()),
});
export type TriedNote = z.infer<typeof triedNote>;

/** The public site's "paste a note": read in the engine's thread, nothing stored, nothing logged. */
export const tryNote = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/try/',
    summary: 'Read a pasted note once, without an account; nothing is stored',
    permission: 'public',
    tx: 'manual',
    audit: null,
    rate: 'try',
    body: tryNoteBody,
    response: triedNote,
  }),
};
