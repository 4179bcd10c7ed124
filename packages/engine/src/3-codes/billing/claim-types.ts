import type { Circumstances } from '../../2-findings/billing/circumstances.ts';
import type { Range } from '../../2-findings/billing/clauses.ts';
import type { Side } from '../../2-findings/billing/sides.ts';
import type { BillingTable } from './billing.ts';
import type { CodeWords } from './code-place.ts';

/** What the case knows beside the note. */
export type ClaimContext = Circumstances & {
  /** Two-digit place of service. */
  readonly pos?: string;
};

/** A line as the note tells it. Evidence by what it is evidence of: `code`, `units`, `side`, or a modifier. */
export type ReadLine = {
  readonly code: string;
  readonly units: number;
  /** Descriptive modifiers: they say what the note says, and are set at once. */
  readonly modifiers: readonly string[];
  readonly side: Side | null;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly evidence: Readonly<Record<string, readonly Range[]>>;
};

/** A modifier that asserts a fact: offered with its words, never set. `line` is the place in the list of lines. */
export type ProposedModifier = {
  readonly line: number;
  readonly code: string;
  readonly modifier: string;
  readonly words: readonly Range[];
};

/** What the note leaves open: nothing is guessed, a person is asked. */
export type ClaimQuestion = {
  readonly about: 'side' | 'digit' | 'size' | 'level' | 'count' | 'pathology' | 'code';
  readonly code: string;
  readonly why: string;
  readonly words: readonly Range[];
};

export type ClaimReading = {
  readonly lines: readonly ReadLine[];
  readonly proposed: readonly ProposedModifier[];
  readonly questions: readonly ClaimQuestion[];
};

/** What reading for billing needs of the knowledge. */
export type ClaimKnowledge = {
  readonly table: BillingTable;
  readonly words: CodeWords;
  readonly codes: readonly string[];
  /** Whether the second code is part of the first at one site, and is billed beside it at another. */
  readonly apart: (whole: string, part: string) => boolean;
  /** Whether the second code is part of the first at one site and sitting. */
  readonly isPart: (whole: string, part: string) => boolean;
};
