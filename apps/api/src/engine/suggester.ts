import type {
  CatalogueEntry,
  ClaimReading,
  CodeAccount,
  CodeBilling,
  LearningExample,
  NoteMarks,
  NoteReading,
  Suggestions,
} from '@incisive/engine';

export interface CodeMatch {
  readonly code: string;
  readonly description: string;
}

/** What settled notes taught, as the JSON that is stored: up to a megabyte, which the engine alone takes apart. */
export type LearnedState = string;

/** What was learned for a tenant. */
export interface Learner {
  readonly tenant: string;
  readonly version: number;
  /** Null where the engine holds this version. */
  readonly state: LearnedState | null;
}

export interface SuggestRequest {
  readonly text: string;
  readonly size: number;
  readonly learner?: Learner;
  readonly catalogue: number;
}

export interface LearnRequest {
  /** What was learned before; null to begin. */
  readonly state: LearnedState | null;
  readonly examples: readonly LearningExample[];
  readonly catalogue: number;
}

export interface MeasureRequest {
  readonly notes: readonly { readonly text: string; readonly codes: readonly string[] }[];
  /** The learned states to suggest with; null is the plain engine. */
  readonly states: readonly (LearnedState | null)[];
  readonly catalogue: number;
}

/** A stretch of a note under one heading; offsets in UTF-16 code units, end exclusive. */
export interface NoteSection {
  readonly kind: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** Of how many notes one of their codes was among the first 1, 5, 10 suggestions. */
export interface HitCounts {
  readonly n: number;
  readonly at1: number;
  readonly at5: number;
  readonly at10: number;
}

export interface ReadClaimRequest {
  readonly text: string;
  readonly codes: readonly string[];
  readonly pos: string;
  readonly performer: string;
}

export interface ReadTextRequest extends SuggestRequest {
  readonly pos?: string | undefined;
  readonly performer?: string | undefined;
}

/** All that the engine makes of a text: codes, procedures, and lines for the codes that it is sure of. */
export interface ReadTextAnswer extends Suggestions, ClaimReading {
  readonly procedures: NoteReading['procedures'];
  readonly service_date: string | null;
}

/** What the knowledge says of some codes and their pairs, `whole part` and `primary addon`. */
export interface KnownFacts {
  readonly version: string;
  readonly parts: readonly string[];
  readonly primaries: readonly string[];
  readonly addOns: readonly string[];
  readonly counted: readonly string[];
  readonly sides: Readonly<Record<string, NonNullable<ReturnType<CodeBilling['sides']>>>>;
}

/** A note read for the lines of a claim. */
export interface ReadClaim {
  readonly lines: ClaimReading['lines'];
  /** Of each its number among the lines of its code, from 0. */
  readonly proposed: readonly (Omit<ClaimReading['proposed'][number], 'line'> & { readonly nth: number })[];
  readonly questions: ClaimReading['questions'];
  readonly service_date: string | null;
  readonly known: KnownFacts;
}

/** The engine as the API uses it: off the event loop in production, always on the catalogue that the request has seen. */
export interface Suggester {
  readonly engineVersion: string;
  readonly knowledgeVersion: string;
  /** Whether it needs no state to suggest with what was learned for a tenant. */
  holds(learner: Pick<Learner, 'tenant' | 'version'>): boolean;
  /** @throws AppError unavailable where a state is missing that is not held any more, to be asked again */
  suggest(request: SuggestRequest): Promise<Suggestions & { milliseconds: number }>;
  learn(request: LearnRequest): Promise<LearnedState>;
  /** The counts under each of the states. */
  measure(request: MeasureRequest): Promise<HitCounts[]>;
  search(query: string, limit: number, catalogue: number): Promise<CodeMatch[]>;
  readClaim(request: ReadClaimRequest): Promise<ReadClaim>;
  readText(request: ReadTextRequest): Promise<ReadTextAnswer>;
  describe(code: string, catalogue: number): Promise<CodeAccount>;
  /** What each of these notes is about, to find notes like it. */
  marks(texts: readonly string[], catalogue: number): Promise<NoteMarks[]>;
  sections(text: string): Promise<NoteSection[]>;
  close(): Promise<void>;
}

/** Where a suggester gets the active catalogue from when a request has seen a newer version than it holds. */
export type LoadCatalogue = () => Promise<{ version: number; entries: CatalogueEntry[] }>;
