import { loadKnowledge } from '../node/load-knowledge.ts';
import { compileCodes, type CodeSpace } from '../src/3-codes/catalogue/code-space.ts';
import { createEngine, type Engine, type Knowledge } from '../src/index.ts';

/** What ships, for tests: read and compiled once, however many of a worker's files ask. Nothing of it changes by being used. */
let knowledge: Knowledge | undefined;
let space: CodeSpace | undefined;
let engine: Engine | undefined;

export const shippedKnowledge = (): Knowledge => (knowledge ??= loadKnowledge());
export const shippedSpace = (): CodeSpace => (space ??= compileCodes(shippedKnowledge()));
export const shippedEngine = (): Engine => (engine ??= createEngine({ knowledge: shippedKnowledge() }));
