/**
 * The search of diagnoses over a real order file, as the API answers it: median and slowest in milliseconds of each query.
 * `--file FILE` (icd10cm_order_yyyy.txt, plain or zipped), `--rounds N`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fileParts, multipart } from '../apps/api/src/testing/multipart.ts';
import { openMeasuredApp } from './measured-app.ts';

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    rounds: { type: 'string', default: '15' },
  },
});
if (!values.file) throw new Error('--file FILE: a published icd10cm_order_yyyy.txt');
const queries = [
  'M51',
  'K80.20',
  'ca',
  'r',
  'oa',
  'fx',
  'rt',
  'rt knee oa',
  'knee',
  'fracture',
  'initial encounter',
  'closed fracture femur left',
  'carpal tunnel',
  'cts right',
  'displaced fracture of shaft of femur initial',
  'subsequent encounter for fracture with delayed healing',
  'of',
  'unspecified',
  'qqqqxz',
];

const measured = await openMeasuredApp();
try {
  const headers = await measured.bearer('superadmin');
  const name = path.basename(values.file).replace(/^.*?(\d{4}).*$/, 'icd10cm_order_$1.txt');
  const form = multipart(fileParts(name, readFileSync(values.file)));
  const started = performance.now();
  const sent = await measured.app.inject({
    method: 'PUT',
    url: '/api/v1/edit-files/upload/',
    payload: form.body,
    headers: { ...headers, ...form.headers },
  });
  const { id } = sent.json<{ id: string }>();
  const stateOf = async (): Promise<{ id: string; state: string; failure: string | null; rows: number; valid_from: string }> => {
    const listed = await measured.app.inject({ method: 'GET', url: '/api/v1/edit-files/', headers });
    return listed.json<{ results: Awaited<ReturnType<typeof stateOf>>[] }>().results.find((one) => one.id === id)!;
  };
  await measured.runJobs();
  const file = await stateOf();
  if (file.state !== 'preview') throw new Error(file.failure ?? `The file is ${file.state}`);
  await measured.app.inject({ method: 'POST', url: `/api/v1/edit-files/${id}/take/`, payload: { license: true }, headers });
  console.log(`${file.rows} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`);

  let slowest = 0;
  const ask = async (q: string): Promise<{ took: number; found: number }> => {
    const from = performance.now();
    const answer = await measured.app.inject({
      method: 'GET',
      url: '/api/v1/icd-codes/',
      query: { q, date: file.valid_from },
      headers,
    });
    return { took: performance.now() - from, found: answer.json<{ results: unknown[] }>().results.length };
  };
  console.log(`first search of a new process ${(await ask('knee')).took.toFixed(0)} ms`);
  for (const q of queries) {
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const answer = await ask(q);
      times.push(answer.took);
      found = answer.found;
    }
    times.sort((a, b) => a - b);
    slowest = Math.max(slowest, times.at(-1)!);
    console.log(
      `${q.padEnd(46)} ${times[times.length >> 1]!.toFixed(1).padStart(7)} ms, slowest ${times.at(-1)!.toFixed(1)}, ${found} found`,
    );
  }
  console.log(`slowest of all ${slowest.toFixed(1)} ms`);
} finally {
  await measured.close();
}
