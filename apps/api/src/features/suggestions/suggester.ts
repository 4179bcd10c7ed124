import type { CatalogueEntry, Suggestions } from '@incisive/engine';

export interface CodeMatch {
  readonly code: string;
  readonly description: string;
}

export interface SuggestRequest {
  readonly text: string;
  readonly size: number;
  readonly learner?: unknown;
  readonly catalogue: number;
}

/** The engine as the API uses it: off the event loop in production, always on the catalogue that the request has seen. */
export interface Suggester {
  readonly engineVersion: string;
  readonly knowledgeVersion: string;
  suggest(request: SuggestRequest): Promise<Suggestions & { milliseconds: number }>;
  search(query: string, limit: number, catalogue: number): Promise<CodeMatch[]>;
  attributesOf(code: string): Promise<Record<string, string[]>>;
  sections(text: string): { kind: string; label: string; start: number; end: number }[];
  close(): Promise<void>;
}

/** Where a suggester gets the active catalogue from when a request has seen a newer version than it holds. */
export type LoadCatalogue = () => Promise<{ version: number; entries: CatalogueEntry[] }>;
