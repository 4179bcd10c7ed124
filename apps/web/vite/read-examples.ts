import { createEngine, starterCatalogue } from '@incisive/engine';
import { loadKnowledge } from '@incisive/engine/node';
import { exampleNotes } from '../src/site/content/example-notes.ts';
import type { ExampleId } from '../src/site/content/example-notes.ts';
import { textOf } from '../src/site/content/example-text.ts';
import type { ExampleCode } from '../src/site/content/example-text.ts';
import type { ExampleReading } from '../src/site/content/site.ts';

/** So many suggestions are shown beside a note. */
const shown = 3;

/**
 * Asks the engine about the notes of the public site.
 * @param knowledgeFolder the engine's knowledge; a bundle has to say where it is
 */
export function readExamples(knowledgeFolder?: string): ExampleReading {
  const knowledge = loadKnowledge(knowledgeFolder);
  const engine = createEngine({ knowledge });
  const codes = exampleNotes.map((note): [string, readonly ExampleCode[]] => [
    note.id,
    engine.suggest(textOf(note), { size: shown }).suggestions.map(({ code, description, why, confidence, tier, evidence }) => ({
      code,
      description,
      why,
      confidence,
      tier,
      evidence,
    })),
  ]);
  return {
    codes: Object.fromEntries(codes) as Record<ExampleId, readonly ExampleCode[]>,
    procedures: starterCatalogue(knowledge).length,
  };
}
