import * as z from 'zod/mini';
import type { CodeState, Role } from './roles.ts';
import { can, suggestionModes } from './roles.ts';

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
  retired: z.boolean(),
  rank: z.nullable(z.number()),
  score: z.nullable(z.number()),
  /** Calibrated probability 0 to 1 that the code is billed; null for codes that were not suggested. */
  confidence: z.nullable(z.number()),
  tier: z.nullable(z.enum(['likely', 'look'])),
  why: z.nullable(z.string()),
  /** UTF-16 ranges of the stored text, end exclusive, sorted, not overlapping. */
  evidence: z.array(z.object({ start: z.number(), end: z.number() })),
});
export type CodeLink = z.infer<typeof codeLink>;

export const codeActions = ['approve', 'reject', 'assign', 'code'] as const;
export type CodeAction = (typeof codeActions)[number];

/**
 * The state of a code after an action, or null when the role may not take it. Every action is allowed from every state and repeats
 * without effect; assign and code approve in the same step.
 */
export function transition(_from: CodeState, action: CodeAction, role: Role): CodeState | null {
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
  by: z.nullable(z.string()),
  at: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
