import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const suggest = (input: string, ...flags: string[]) =>
  spawnSync(process.execPath, ['scripts/tool.mjs', 'packages/engine/cli/suggest.ts', ...flags], {
    cwd: root,
    input,
    encoding: 'utf8',
  });

it('explains by procedures and reasons when it is asked to, and only then', () => {
  const note = JSON.stringify({ id: 7, text: 'PROCEDURE: Right carpal tunnel release, open.' }) + '\n';
  const { stdout, status } = suggest(note, '--limit', '3', '--explain');
  expect(status).toBe(0);
  const answer = JSON.parse(stdout) as {
    id: number;
    suggestions: { code: string }[];
    procedures: { code: string; side: { value: string } }[];
    reasons: { code: string; rules: { id: string; reason: string }[] }[];
  };
  expect(answer.id).toBe(7);
  expect(answer.procedures[0]).toMatchObject({ code: '64721', side: { value: 'right' } });
  expect(answer.reasons.map((each) => each.code)).toEqual(answer.suggestions.map((each) => each.code));
  const plain = JSON.parse(suggest(note, '--limit', '3').stdout) as object;
  expect(plain).not.toHaveProperty('reasons');
  expect(plain).not.toHaveProperty('procedures');
});
