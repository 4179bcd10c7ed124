import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const command = fileURLToPath(new URL('claims.ts', import.meta.url));
let folder: string;

const FEES = [
  [
    'code',
    'status',
    'global_days',
    'mult_proc',
    'bilat_surg',
    'asst_surg',
    'co_surg',
    'team_surg',
    'endo_base',
    'pctc_ind',
    'facility_total_rvu',
  ],
  ['1001X', 'A', '090', '2', '0', '2', '1', '0', '', '0', '10'],
  ['1002X', 'A', '090', '2', '0', '2', '1', '0', '', '0', '4'],
];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'claims-test-'));
  const write = (name: string, content: string | Buffer) => writeFileSync(path.join(folder, name), content);
  write('cms-fee-schedule-2024q3.tsv', FEES.map((cells) => cells.join('\t')).join('\n') + '\n');
  write('ncci-mue-2024q3.tsv', 'code\tmue\tmai\n1001X\t1\t2\n');
  write('ncci-addon-2024.tsv', 'addon_code\tprimary_code\tedit_type\n1003X\t1001X\t1\n');
  write('ncci-ptp-2024q3.tsv.gz', gzipSync('column1\tcolumn2\tmodifier_indicator\n1001X\t1002X\t0\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(input: string, args = ['--data', folder]): Promise<{ out: string[]; err: string; code: number | null }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', command, ...args]);
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('close', (code) => resolve({ out: out.split('\n').filter((line) => line !== ''), err, code }));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

describe('the claims command', () => {
  it('answers each line, and a line that it cannot read with what is wrong with it', async () => {
    const good = { id: 'a', claim: { lines: [{ code: '1002X' }, { code: '1001X' }] } };
    const lines = [
      JSON.stringify(good),
      '{broken',
      '[]',
      '{"id":"b","claim":{"lines":[{"units":2}]}}',
      '',
      '{"id":"c","claim":{"lines":[]}}',
    ];
    const { out, err, code } = await run(lines.join('\n'));
    expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        id: 'a',
        findings: [
          {
            rule: 'ptp',
            reason: 'ptp.never',
            severity: 'error',
            lines: ['L1', 'L2'],
            facts: { column1: '1001X', column2: '1002X', indicator: '0' },
          },
          { rule: 'seq', reason: 'seq.order', severity: 'info', lines: [], facts: { order: ['L2', 'L1'] } },
        ],
        sequence: ['L2', 'L1'],
        values: { L1: 2, L2: 10 },
      },
      { id: null, error: 'not a line of JSON' },
      { id: null, error: 'a claim case must be an object' },
      { id: 'b', error: 'the code of line 1 must be a text' },
      { id: 'c', findings: [], sequence: [], values: {} },
    ]);
    expect(err).toContain('line 4: the code of line 1 must be a text');
    expect(code).toBe(1);
  });

  it('says what is missing when a folder holds no extracts', async () => {
    const { err, code } = await run('', ['--data', path.join(folder, 'nowhere')]);
    expect(err).toMatch(/cannot be read/);
    expect(code).toBe(2);
  });
});
