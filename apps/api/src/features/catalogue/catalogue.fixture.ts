import { type Knowledge, parseKnowledge } from '@incisive/engine';
import { knowledgeFiles } from '../../compose.ts';

/** The language of the knowledge without its codes: an engine over the catalogue alone, quick to build. */
export const emptyKnowledge = (): Knowledge =>
  parseKnowledge(Object.fromEntries(Object.entries(knowledgeFiles()).filter(([path]) => !path.startsWith('codes/'))));
