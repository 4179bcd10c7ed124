export { findSections } from './1-text/sections.ts';
export { serviceDateIn } from './2-findings/billing/service-date.ts';
export type { ClaimContext, ClaimQuestion, ClaimReading, ProposedModifier, ReadLine } from './3-codes/billing/claim-types.ts';
export type { CodeBilling } from './3-codes/billing/claim-reader.ts';
export type { NoteReading, ReadProcedure } from './3-codes/billing/note-reading.ts';
export { parseCatalogueFile, type CatalogueEntry, type CatalogueFile } from './3-codes/catalogue/catalogue-file.ts';
export type { CodeAccount, CodeRule } from './3-codes/catalogue/code-account.ts';
export { createCodeSearch, type CodeSearch } from './3-codes/catalogue/code-search.ts';
export { createBundles, type BundlesAmong } from './3-codes/catalogue/relations.ts';
export { parseKnowledge, type CodeKnowledge, type Knowledge } from './3-codes/catalogue/knowledge.ts';
export type { CodeReasons } from './3-codes/ranking/reasons.ts';
export type { Assessment } from './4-learning/learned-chances.ts';
export { MARKS_VERSION, type NoteMarks } from './4-learning/marks.ts';
export { emptyLearner, learn, readLearner, type LearnerState, type LearningExample } from './4-learning/learner.ts';
export {
  createEngine,
  starterCatalogue,
  ENGINE_VERSION,
  type DocumentReading,
  type Engine,
  type Suggestion,
  type Suggestions,
  type SuggestOptions,
} from './pipeline.ts';
