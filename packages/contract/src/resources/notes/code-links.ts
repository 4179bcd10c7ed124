import * as z from 'zod/mini';
import type { CodeState, Role } from '../../roles.ts';
import { can, suggestionModes } from '../../roles.ts';

const name = z.nullable(z.string());

/** A code on a note, in the state of the list it was asked from; suggestions also carry how the engine came to them. */
export const codeLink = z.object({
  code: z.string(),
  description: z.string(),
  linkType: z.enum(suggestionModes),
  approved_by: name,
  approved_at: name,
  assigned_by: name,
  assigned_at: name,
  coded_by: name,
  coded_at: name,
  rejected_by: name,
  rejected_at: name,
  /** Why, where whoever rejected it said so. */
  reject_reason: name,
  retired: z.boolean(),
  rank: z.nullable(z.number()),
  score: z.nullable(z.number()),
  /** Calibrated probability 0 to 1 that the code is billed; null for codes that were not suggested. */
  confidence: z.nullable(z.number()),
  tier: z.nullable(z.enum(['likely', 'look'])),
  why: z.nullable(z.string()),
  /** Which of the note's procedures the code is a reading of, from 0. */
  group: z.nullable(z.number()),
  /** The procedure's leading code, when this is another reading of it: one of them is billed. */
  alternative_to: z.nullable(z.string()),
  /** The leading code of another procedure that includes this one. */
  part_of: z.nullable(z.string()),
  /** Of the codes that stand on the note or are suggested for it: those whose service contains this one's, and those that it contains. */
  included_in: z.array(z.string()),
  includes: z.array(z.string()),
  /** Among the same codes, by the imported NCCI pairs of the date of service: those that this one is not paid beside. */
  edits: z.array(
    z.object({
      code: z.string(),
      /** Which column this row's code stands in: column 2 is what is not paid. */
      column: z.union([z.literal(1), z.literal(2)]),
      /** No modifier changes it. */
      never: z.boolean(),
    }),
  ),
  /** UTF-16 ranges of the stored text, end exclusive, sorted, not overlapping. */
  evidence: z.array(z.object({ start: z.number(), end: z.number() })),
});
export type CodeLink = z.infer<typeof codeLink>;

/** What kind of document a note is, as the engine reads it; where nothing was done no code is likely. */
export const documentReading = z.object({
  kind: z.enum(['operative', 'not-performed', 'other']),
  /** One or two plain sentences; empty for operative notes. */
  why: z.string(),
  /** The words that decided it, as UTF-16 ranges of the stored text, with what each tells. */
  evidence: z.array(z.object({ start: z.number(), end: z.number(), says: z.string() })),
});
export type DocumentReading = z.infer<typeof documentReading>;

export const codeActions = ['approve', 'reject', 'assign', 'code'] as const;
export type CodeAction = (typeof codeActions)[number];

/**
 * The state of a code after an action, or null when the role may not take it. Every action is allowed from every state and repeats
 * without effect; assign and code approve in the same step.
 */
export function stateAfter(action: CodeAction, role: Role): CodeState | null {
  const capability = action === 'assign' ? 'codes.assign' : action === 'code' ? 'codes.code' : 'codes.decide';
  if (!can(role, capability)) return null;
  return action === 'reject' ? 'REJECTED' : 'APPROVED';
}

export const historyEntry = z.object({
  id: z.string(),
  kind: z.enum(['created', 'text', 'code', 'train']),
  code: z.nullable(z.string()),
  action: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  /** Why a code was rejected, in the entry that says so. */
  reason: name,
  by: z.nullable(z.string()),
  at: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
