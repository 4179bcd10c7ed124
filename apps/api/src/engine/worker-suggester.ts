import { type CodeAccount, ENGINE_VERSION, type NoteMarks, type Suggestions, parseKnowledge } from '@incisive/engine';
import { AppError } from '../http/app-error.ts';
import { EngineThread } from './engine-thread.ts';
import { HeldLearners } from './held-learners.ts';
import type {
  CodeMatch,
  HitCounts,
  LearnedState,
  LoadCatalogue,
  NoteSection,
  ReadClaim,
  ReadTextAnswer,
  Suggester,
  SuggestRequest,
} from './suggester.ts';

/**
 * The engine in a thread of its own: a note may take longer than the event loop may wait. Sections are found in a second one, so that
 * a note that is opened does not wait for another's suggestions.
 */
export function workerSuggester(files: Record<string, string>, load: LoadCatalogue, entry: URL): Suggester {
  let loaded = -1;
  let loading: Promise<void> | undefined;
  const held = new HeldLearners<true>();
  const engine = new EngineThread({
    entry,
    workerData: { files },
    died: () => {
      loaded = -1;
      loading = undefined;
      held.clear();
    },
  });
  const sections = sectionThread(entry);

  async function ready(catalogue: number): Promise<void> {
    if (loaded >= catalogue) return;
    loading ??= (async () => {
      try {
        const { version, entries } = await load();
        await engine.ask({ kind: 'use', version, entries });
        loaded = version;
      } finally {
        loading = undefined;
      }
    })();
    await loading;
    if (loaded < catalogue) await ready(catalogue);
  }

  /** To be called as the request is sent: another thread may have come since it was made. */
  function remember({ learner }: SuggestRequest): void {
    if (learner === undefined) return;
    if (learner.state !== null) held.keep(learner, true);
    else if (held.get(learner) === undefined) throw new AppError('unavailable', { retryAfterSeconds: 1 });
  }

  return {
    engineVersion: ENGINE_VERSION,
    knowledgeVersion: parseKnowledge(files).version,
    holds: (learner) => held.get(learner) !== undefined,
    suggest: async (request) => {
      await ready(request.catalogue);
      remember(request);
      return engine.ask<Suggestions & { milliseconds: number }>({ kind: 'suggest', request });
    },
    learn: async (request) => {
      await ready(request.catalogue);
      return engine.ask<LearnedState>({ kind: 'learn', request });
    },
    measure: async (request) => {
      await ready(request.catalogue);
      return engine.ask<HitCounts[]>({ kind: 'measure', request });
    },
    search: async (query, limit, catalogue) => {
      await ready(catalogue);
      return engine.ask<CodeMatch[]>({ kind: 'search', query, limit });
    },
    readClaim: (request) => engine.ask<ReadClaim>({ kind: 'claim', request }),
    readText: async (request) => {
      await ready(request.catalogue);
      remember(request);
      return engine.ask<ReadTextAnswer>({ kind: 'text', request });
    },
    describe: async (code, catalogue) => {
      await ready(catalogue);
      return engine.ask<CodeAccount>({ kind: 'describe', code });
    },
    marks: async (texts, catalogue) => {
      await ready(catalogue);
      return engine.ask<NoteMarks[]>({ kind: 'marks', texts });
    },
    sections: sections.find,
    close: async () => {
      await Promise.all([engine.close(), sections.close()]);
    },
  };
}

/** Finds the sections of notes in a thread: for a text of two megabytes that takes up to a second. */
export function sectionThread(entry: URL): {
  readonly find: (text: string) => Promise<NoteSection[]>;
  readonly close: () => Promise<void>;
} {
  const thread = new EngineThread({ entry, workerData: {} });
  return { find: (text) => thread.ask<NoteSection[]>({ kind: 'sections', text }), close: () => thread.close() };
}
