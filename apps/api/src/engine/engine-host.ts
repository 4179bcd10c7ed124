import { limits } from '@incisive/contract/limits';
import {
  type CatalogueEntry,
  type CodeSearch,
  type Engine,
  type Knowledge,
  type LearnerState,
  type Suggestions,
  ENGINE_VERSION,
  createCodeSearch,
  createEngine,
  emptyLearner,
  findSections,
  learn,
  readLearner,
  serviceDateIn,
} from '@incisive/engine';
import { HeldLearners } from './held-learners.ts';
import type {
  CodeMatch,
  HitCounts,
  LearnedState,
  Learner,
  LearnRequest,
  LoadCatalogue,
  MeasureRequest,
  NoteSection,
  ReadClaim,
  ReadClaimRequest,
  ReadTextAnswer,
  ReadTextRequest,
  SuggestRequest,
  Suggester,
} from './suggester.ts';

/** Engine and code search over one version of the catalogue. */
export class EngineHost {
  version = -1;
  #entries: readonly CatalogueEntry[] | undefined;
  #engine: Engine | undefined;
  #search: CodeSearch | undefined;
  readonly #knowledge: Knowledge;
  readonly #learners = new HeldLearners<LearnerState>();
  /** The states that are measured, which come with each part of the notes. */
  #measured = new Map<LearnedState, LearnerState>();

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  /** Takes a catalogue; engine and search are built over it when first asked for, each on its own. */
  use(version: number, entries: readonly CatalogueEntry[]): void {
    this.version = version;
    this.#entries = entries;
    this.#engine = undefined;
    this.#search = undefined;
  }

  get engine(): Engine {
    this.#engine ??= createEngine({ knowledge: this.#knowledge, ...(this.#entries ? { catalogue: this.#entries } : {}) });
    return this.#engine;
  }

  suggest(request: SuggestRequest): Suggestions & { milliseconds: number } {
    // Built before the clock starts: what is told is the time of the note.
    const { engine } = this;
    const learner = request.learner && this.#learned(request.learner);
    const started = performance.now();
    const result = engine.suggest(request.text, { size: request.size, ...(learner ? { learner } : {}) });
    return { ...result, milliseconds: performance.now() - started };
  }

  holds(learner: Pick<Learner, 'tenant' | 'version'>): boolean {
    return this.#learners.get(learner) !== undefined;
  }

  #learned(learner: Learner): LearnerState {
    if (learner.state !== null) this.#learners.keep(learner, stateOf(learner.state));
    const held = this.#learners.get(learner);
    if (held === undefined) throw new Error('What was learned is held no more');
    return held;
  }

  readClaim({ text, codes, pos, performer }: ReadClaimRequest): ReadClaim {
    const { billing } = this.engine;
    const { lines, proposed, questions } = this.engine.claimLines(text, codes, { pos, performer });
    const pairs = codes.flatMap((a) => codes.filter((b) => b !== a).map((b) => [a, b] as const));
    const sides = codes.flatMap((code) => {
      const side = billing.sides(code);
      return side === undefined ? [] : [[code, side] as const];
    });
    return {
      lines,
      proposed: proposed.map(({ line, ...one }) => ({
        ...one,
        nth: lines.slice(0, line).filter((other) => other.code === one.code).length,
      })),
      questions,
      service_date: serviceDateIn(text)?.value ?? null,
      known: {
        version: billing.version,
        parts: pairs.filter(([whole, part]) => billing.isPart(whole, part)).map((pair) => pair.join(' ')),
        primaries: pairs.filter(([primary, addOn]) => billing.isPrimary(primary, addOn)).map((pair) => pair.join(' ')),
        addOns: codes.filter((code) => billing.isAddOn(code)),
        counted: codes.filter((code) => billing.isCounted(code)),
        sides: Object.fromEntries(sides),
      },
    };
  }

  readText(request: ReadTextRequest): ReadTextAnswer {
    const { text, pos, performer } = request;
    const { milliseconds: _time, ...suggested } = this.suggest(request);
    const { procedures, serviceDate } = this.engine.read(text);
    const context = { ...(pos ? { pos } : {}), ...(performer ? { performer } : {}) };
    return {
      ...suggested,
      procedures,
      service_date: serviceDate?.value ?? null,
      ...this.engine.claimLines(text, undefined, context),
    };
  }

  learn({ state, examples }: LearnRequest): LearnedState {
    const before = state === null ? emptyLearner() : stateOf(state);
    return JSON.stringify(examples.reduce((learned, example) => learn(learned, example, this.engine), before));
  }

  measure({ notes, states }: MeasureRequest): HitCounts[] {
    const told = states.filter((state) => state !== null);
    this.#measured = new Map(told.map((state) => [state, this.#measured.get(state) ?? stateOf(state)]));
    const learners = states.map((state) => (state === null ? undefined : this.#measured.get(state)));
    const counts = states.map(() => ({ n: notes.length, at1: 0, at5: 0, at10: 0 }));
    for (const note of notes) {
      const codes = new Set(note.codes);
      // One state after the other for the same note: what the note says is read once.
      for (const [at, learner] of learners.entries()) {
        const { suggestions } = this.engine.suggest(note.text, { size: 10, ...(learner ? { learner } : {}) });
        const index = suggestions.findIndex((suggestion) => codes.has(suggestion.code));
        const count = counts[at];
        if (index < 0 || count === undefined) continue;
        count.at10 += 1;
        if (index < 5) count.at5 += 1;
        if (index < 1) count.at1 += 1;
      }
    }
    return counts;
  }

  search(query: string, limit: number): CodeMatch[] {
    if (!this.#entries) return [];
    this.#search ??= createCodeSearch(this.#entries, this.#knowledge);
    return this.#search.search(query, limit);
  }
}

const stateOf = (state: LearnedState): LearnerState => readLearner(JSON.parse(state));

/** The first sections of a text: no note has so many, and each is work for whoever hands them on. */
export const sectionsOf = (text: string): NoteSection[] =>
  findSections(text)
    .slice(0, limits.noteSections)
    .map(({ kind, label, start, end }) => ({ kind, label, start, end }));

/** The engine in this thread: for tests and command-line tools, where nobody else waits. */
export function inlineSuggester(knowledge: Knowledge, load: LoadCatalogue): Suggester {
  const host = new EngineHost(knowledge);
  const ready = async (catalogue: number): Promise<void> => {
    if (host.version >= catalogue) return;
    const { version, entries } = await load();
    host.use(version, entries);
  };
  return {
    engineVersion: ENGINE_VERSION,
    knowledgeVersion: knowledge.version,
    holds: (learner) => host.holds(learner),
    suggest: async (request) => {
      await ready(request.catalogue);
      return host.suggest(request);
    },
    learn: async (request) => {
      await ready(request.catalogue);
      return host.learn(request);
    },
    measure: async (request) => {
      await ready(request.catalogue);
      return host.measure(request);
    },
    search: async (query, limit, catalogue) => {
      await ready(catalogue);
      return host.search(query, limit);
    },
    readClaim: async (request) => host.readClaim(request),
    readText: async (request) => {
      await ready(request.catalogue);
      return host.readText(request);
    },
    describe: async (code, catalogue) => {
      await ready(catalogue);
      return host.engine.describe(code);
    },
    marks: async (texts, catalogue) => {
      await ready(catalogue);
      return texts.map((text) => host.engine.marks(text));
    },
    sections: async (text) => sectionsOf(text),
    close: async () => undefined,
  };
}
