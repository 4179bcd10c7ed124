/**
 * The search of the add-code dialog over 11,000 codes, as the API answers it and as the dialog asks it (by code, and by words when no
 * code is found): first answer, median and slowest in milliseconds. Also how long the first search after a new catalogue waits.
 * `--codes N`, `--rounds N`, `--busy` (a note is read by the engine all the while).
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { withSystem } from '../apps/api/src/db/tenant.ts';
import { openMeasuredApp } from './measured-app.ts';

const { values } = parseArgs({
  options: {
    codes: { type: 'string', default: '11000' },
    rounds: { type: 'string', default: '15' },
    busy: { type: 'boolean', default: false },
  },
});
const queries = [
  '47562',
  '4756',
  '9',
  'gallbladder',
  'cholecystectomy',
  'cholecystec',
  'cholecystctomy',
  'lap chole',
  'removal of gallbladder',
  'knee arthroscopy meniscectomy',
  'CABG',
  'arthrscopic menisectomy',
  'excision',
  'qqqqxz',
];
const note = 'PROCEDURE: Laparoscopic cholecystectomy with intraoperative cholangiogram. The gallbladder was taken off its bed. ';

const measured = await openMeasuredApp();
try {
  const headers = await measured.bearer('admin');
  const ask = async (text: string): Promise<number> => {
    const started = performance.now();
    const byCode = await list({ code: text });
    if (byCode === 0) await list({ description: text });
    return performance.now() - started;
  };
  const list = async (query: Record<string, string>): Promise<number> => {
    const response = await measured.app.inject({
      method: 'GET',
      url: '/api/v1/cpt-codes/',
      query: { ...query, per_page: '25' },
      headers,
    });
    if (response.statusCode !== 200) throw new Error(`The search answered ${response.statusCode}`);
    return response.json<{ count: number }>().count;
  };
  console.log(`first search of a new process      ${(await ask('gallbladder')).toFixed(0)} ms`);
  await fill(Number(values.codes));
  console.log(`first search after a new catalogue ${(await ask('gallbladder')).toFixed(0)} ms`);

  let stopped = false;
  const busy = values.busy ? work(headers, () => stopped) : Promise.resolve(0);
  console.log(`\n${values.codes} codes, ms: first, median, slowest of ${values.rounds}`);
  const all: number[] = [];
  for (const query of queries) {
    const times: number[] = [];
    for (let round = 0; round < Number(values.rounds); round += 1) times.push(await ask(query));
    all.push(...times);
    const first = times[0] ?? 0;
    times.sort((a, b) => a - b);
    console.log(
      `  ${query.padEnd(32)}${[first, times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0].map(shown).join('')}`,
    );
  }
  all.sort((a, b) => a - b);
  console.log(`  ${'all'.padEnd(32)}${''.padStart(9)}${shown(at(all, 0.5))}   p95${shown(at(all, 0.95))}`);
  stopped = true;
  const read = await busy;
  if (read > 0) console.log(`  ${read} notes were read meanwhile`);
} finally {
  await measured.close();
}

function shown(milliseconds: number): string {
  return milliseconds.toFixed(1).padStart(9);
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Brings the catalogue to so many codes: words of the codes that are there, recombined. */
async function fill(codes: number): Promise<void> {
  await withSystem(measured.opened.database, (tx) =>
    sql`insert into app.cpt_codes (code, description, created_by)
      select 'Z' || lpad(n::text, 4, '0'), 'Variant ' || n || ' of ' || c.description, 'bench'
        from generate_series(1, (select greatest(0, ${codes} - count(*)) from app.cpt_codes)::int) n
        join (select description, row_number() over (order by code) as place, count(*) over () as total from app.cpt_codes) c
          on c.place = 1 + (n * 7919) % c.total`.execute(tx),
  );
}

async function work(headers: { authorization: string }, ended: () => boolean): Promise<number> {
  let read = 0;
  while (!ended()) {
    read += 1;
    const made = await measured.app.inject({
      method: 'POST',
      url: '/api/v1/op-notes/',
      payload: { text: `${note.repeat(20)} ${read}` },
      headers,
    });
    const { id } = made.json<{ id: string }>();
    await measured.app.inject({ method: 'GET', url: `/api/v1/op-notes/${id}/cpt-codes-suggested/`, headers });
  }
  return read;
}
