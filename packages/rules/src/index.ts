export { checkClaim, type ClaimCheck } from './check-claim.ts';
export {
  isVisit,
  MEDICARE,
  type Claim,
  type ClaimLine,
  type PayerProfile,
  type Performer,
  type PriorOperation,
} from './claim.ts';
export { REASONS, STRUCTURAL, type Finding, type FindingSource, type Fix, type Reason, type Severity } from './finding.ts';
export { memoryTables, packColumns, type MemoryTables } from './memory-tables.ts';
export { ANATOMIC, inOrder, isKnown, type Site } from './modifiers.ts';
export { findInColumn, findPair, packColumn, type PtpRow } from './ptp-columns.ts';
export type { KnownBilling } from './rules/by-knowledge.ts';
export {
  sideOfDescription,
  type AddOn,
  type ClaimTables,
  type Diagnosis,
  type FeeRow,
  type PairEdit,
  type TableKind,
  type TableSource,
  type UnitLimit,
} from './tables.ts';
