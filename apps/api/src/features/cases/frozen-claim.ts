import type { ClaimHeader, ClaimLine } from '@incisive/contract/cases';
import type { Evidence } from './claim-doc.ts';

/** A finished claim as it is kept; its text is what the hash is of. */
export interface FrozenClaim {
  readonly case_id: string;
  readonly note_id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly text_version: number;
  readonly header: ClaimHeader;
  readonly lines: readonly {
    readonly id: string;
    readonly code: string;
    readonly units: number;
    readonly modifiers: readonly string[];
    readonly dx: readonly number[];
    readonly service_date: string | null;
    readonly side: ClaimLine['side'];
    readonly evidence: Evidence;
  }[];
  readonly diagnoses: readonly string[];
  readonly values: Readonly<Record<string, number | null>>;
  readonly checked: readonly { readonly kind: string; readonly version: string }[];
  readonly overrides: readonly string[];
  /** Of the engine that read the note. */
  readonly engine: string;
  /** Who approved each code; versions frozen before this was kept have none. */
  readonly approvers?: Readonly<Record<string, string>>;
  readonly finished_by: string;
  readonly finished_at: string;
}
