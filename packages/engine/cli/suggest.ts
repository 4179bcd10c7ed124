import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createEngine, parseCatalogueFile } from '../src/index.ts';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { jsonLines, refuseLine, writeJsonLine } from '../../../scripts/json-lines.mjs';

/**
 * `npm run suggest -- [--catalogue FILE] [--limit N] [--explain]`: JSON lines { id, text } in, JSON lines with the reading of the document
 * and suggestions out, one by one. `--explain` adds the procedures as they were read, and why each code ranks where it does.
 */
const { values } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    limit: { type: 'string', default: '10' },
    explain: { type: 'boolean', default: false },
  },
});
const limit = Number(values.limit);
if (!Number.isInteger(limit) || limit < 1 || limit > 50) {
  process.stderr.write('--limit takes a number from 1 to 50\n');
  process.exit(2);
}
const knowledge = loadKnowledge();
const catalogue = values.catalogue === undefined ? undefined : parseCatalogueFile(readFileSync(values.catalogue)).entries;
if (catalogue !== undefined && catalogue.length === 0) {
  process.stderr.write('No codes found in the catalogue file\n');
  process.exit(2);
}
const engine = createEngine(catalogue === undefined ? { knowledge } : { knowledge, catalogue });

type Request = { id: unknown; text: string };

function parseRequest(line: string): Request | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('text' in value) || typeof value.text !== 'string') return undefined;
    return { id: 'id' in value ? value.id : null, text: value.text };
  } catch {
    return undefined;
  }
}

for await (const [line, number] of jsonLines()) {
  const request = parseRequest(line);
  if (request === undefined) {
    refuseLine(number, 'not a JSON object with a text');
    continue;
  }
  const started = performance.now();
  const { suggestions, reading } = engine.suggest(request.text, { size: limit });
  const ms = Math.round((performance.now() - started) * 1000) / 1000;
  const explained = values.explain
    ? { procedures: engine.read(request.text).procedures, reasons: engine.explain(request.text, { size: limit }) }
    : {};
  await writeJsonLine({ id: request.id, reading, suggestions, ...explained, ms });
}
