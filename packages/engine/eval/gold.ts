import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadKnowledge } from '../node/load-knowledge.ts';
import { createEngine } from '../src/index.ts';
import { countHits, readGoldNotes, scoreGoldNotes, type GoldScore } from './gold-set.ts';
import { formatSummary, summarize } from './metrics.ts';

/**
 * Prints how the engine does on the gold notes. `--record` writes the counts (which the ratchet test holds) and the
 * misses to eval/backlog.md; it refuses to lower a count unless `--lower` says so.
 */
const ratchetFile = fileURLToPath(new URL('./gold/ratchet.json', import.meta.url));
const backlogFile = fileURLToPath(new URL('./backlog.md', import.meta.url));
const scores = scoreGoldNotes(readGoldNotes(), createEngine({ knowledge: loadKnowledge() }));
const counts = countHits(scores);
process.stdout.write(formatSummary('gold notes', summarize(scores)) + '\n');
for (const specialty of [...new Set(scores.map((score) => score.note.specialty))].sort()) {
  process.stdout.write(
    formatSummary(`  ${specialty}`, summarize(scores.filter((score) => score.note.specialty === specialty))) + '\n',
  );
}
if (process.argv.includes('--record')) record();

function record(): void {
  const before = readRatchet();
  const lower = Object.entries(counts).filter(([key, count]) => count < (before[key] ?? 0));
  if (lower.length > 0 && !process.argv.includes('--lower')) {
    process.stderr.write(
      `Not recorded: ${lower.map(([key, count]) => `${key} ${before[key]} -> ${count}`).join(', ')} (--lower to accept)\n`,
    );
    process.exit(1);
  }
  writeFileSync(ratchetFile, JSON.stringify(counts, undefined, 2) + '\n');
  writeFileSync(backlogFile, backlog(scores));
}

function readRatchet(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(ratchetFile, 'utf8')) as Record<string, number>;
  } catch {
    return {};
  }
}

function backlog(all: readonly GoldScore[]): string {
  const mainMisses = all.filter((score) => score.rank !== 1);
  const itemMisses = all.filter((score) => score.itemsFound < score.items);
  const line = (score: GoldScore): string =>
    `- ${score.note.id}: wanted ${score.note.primary.join(' or ')}, ${score.rank === undefined ? 'not among ten' : `at rank ${score.rank}`}; first three ${score.codes.slice(0, 3).join(', ')}`;
  const missing = (score: GoldScore): string => {
    const items = score.note.items.filter((item) => !item.codes.some((code) => score.codes.includes(code)));
    return `- ${score.note.id}: ${items.map((item) => item.codes.join(' or ')).join('; ')}`;
  };
  return `# Known failures on the gold notes

Written by \`node --import tsx packages/engine/eval/gold.ts --record\`; each is a mechanism to find, not a note to fit.

## Main code not first (${mainMisses.length} of ${all.length})

${mainMisses.map(line).join('\n')}

## Items missing among ten (${itemMisses.length} notes)

${itemMisses.map(missing).join('\n')}
`;
}
