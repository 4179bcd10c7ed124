import { parentPort, workerData } from 'node:worker_threads';
import { type CatalogueEntry, parseKnowledge } from '@incisive/engine';
import { EngineHost, sectionsOf } from './engine-host.ts';
import type { LearnRequest, MeasureRequest, ReadClaimRequest, ReadTextRequest, SuggestRequest } from './suggester.ts';

/** Messages between the server and its engine thread. */
export type WorkerCall =
  | { id: number; kind: 'use'; version: number; entries: readonly CatalogueEntry[] }
  | { id: number; kind: 'suggest'; request: SuggestRequest }
  | { id: number; kind: 'learn'; request: LearnRequest }
  | { id: number; kind: 'measure'; request: MeasureRequest }
  | { id: number; kind: 'search'; query: string; limit: number }
  | { id: number; kind: 'claim'; request: ReadClaimRequest }
  | { id: number; kind: 'text'; request: ReadTextRequest }
  | { id: number; kind: 'marks'; texts: readonly string[] }
  | { id: number; kind: 'describe'; code: string }
  | { id: number; kind: 'sections'; text: string };
export type WorkerReply = { id: number; value: unknown } | { id: number; error: string };

if (parentPort) {
  const port = parentPort;
  const { files } = workerData as { files?: Record<string, string> };
  // A thread that only finds sections knows no codes.
  const host = new EngineHost(parseKnowledge(files ?? {}));
  const run = (call: WorkerCall): unknown => {
    if (call.kind === 'sections') return sectionsOf(call.text);
    if (call.kind === 'use') return host.use(call.version, call.entries);
    if (call.kind === 'suggest') return host.suggest(call.request);
    if (call.kind === 'learn') return host.learn(call.request);
    if (call.kind === 'measure') return host.measure(call.request);
    if (call.kind === 'search') return host.search(call.query, call.limit);
    if (call.kind === 'claim') return host.readClaim(call.request);
    if (call.kind === 'text') return host.readText(call.request);
    if (call.kind === 'marks') return call.texts.map((text) => host.engine.marks(text));
    return host.engine.describe(call.code);
  };
  port.on('message', (call: WorkerCall) => {
    try {
      port.postMessage({ id: call.id, value: run(call) } satisfies WorkerReply);
    } catch (error) {
      port.postMessage({ id: call.id, error: error instanceof Error ? error.message : 'failed' } satisfies WorkerReply);
    }
  });
}
