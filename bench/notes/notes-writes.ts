import type { FastifyInstance } from 'fastify';
import { Client, type ClientConfig } from 'pg';
import { processorTime } from '../processor-time.ts';
import { seedParagraphs } from './seed-texts.ts';

const created = 200;
/** Enough for what waits to be sorted into an index to be sorted in several times. */
const inserted = 1000;
/** What searches were answered by before there was one index for all of them, where making it takes no more than a minute or two. */
const textsAlone =
  'create index notes_text on app.notes using gin (tenant_id ext.uuid_ops, text ext.gin_trgm_ops) where deleted_at is null';
const mostIndexedAnew = 150_000;

/** Prints what a new note costs: over the API, and in the database with and without what its indexes take. */
export async function measureWrites(
  app: FastifyInstance,
  admin: ClientConfig,
  { notes, folder, headers }: { notes: number; folder: string; headers: { authorization: string } },
): Promise<void> {
  const paragraphs = seedParagraphs([]);
  const times: number[] = [];
  for (let n = 0; n < created; n += 1) {
    const text = `New note ${n}.\n${paragraphs.slice(n * 7, n * 7 + 7).join('\n')}`;
    const started = performance.now();
    const response = await app.inject({ method: 'POST', url: '/api/v1/ed-notes/', headers, payload: { text } });
    times.push(performance.now() - started);
    if (response.statusCode !== 201) throw new Error(`A note was answered ${response.statusCode}: ${response.body}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.ceil(times.length * share) - 1]!.toFixed(1);
  console.log(
    `\nAn EdNote of 3 kB over the API, which no suggestions follow: median ${at(0.5)} ms, p99 ${at(0.99)} ms of ${created}`,
  );
  console.log(`In the database, ms a note and of these of processors, of ${inserted} in one transaction that is undone:`);
  const search = `indexrelid = 'app.notes_search'::regclass`;
  for (const [name, without, instead] of [
    ['with every index', '', ''],
    ['without the index of the searches', search, ''],
    ...(notes <= mostIndexedAnew ? [['with an index of texts alone', search, textsAlone] as const] : []),
    ['without any index but for its keys', 'not indisunique', ''],
    ['with every index, again', '', ''],
  ] as const)
    console.log(`  ${name.padEnd(36)} ${await millisecondsANote(admin, folder, { without, instead })}`);
}

async function millisecondsANote(
  admin: ClientConfig,
  folder: string,
  { without, instead }: { without: string; instead: string },
): Promise<string> {
  const client = new Client(admin);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local role inc_owner');
    if (without !== '') {
      const { rows } = await client.query<{ name: string }>(
        `select indexrelid::regclass::text as name from pg_index where indrelid = 'app.notes'::regclass and ${without}`,
      );
      for (const { name } of rows) await client.query(`drop index ${name}`);
    }
    if (instead !== '') await client.query(instead);
    await client.query(`create temp table new_notes on commit drop as
      select tenant_id, kind, text || gen_random_uuid() as text, filename, created_by, created_by_id from app.notes where kind = 'op' limit ${inserted}`);
    const worked = processorTime(folder);
    const started = performance.now();
    await client.query(`do $$
      declare n record;
      begin
        for n in select * from new_notes loop
          insert into app.notes (tenant_id, kind, text, filename, created_by, created_by_id)
            values (n.tenant_id, n.kind, n.text, n.filename, n.created_by, n.created_by_id);
        end loop;
      end $$`);
    const spent = [performance.now() - started, processorTime(folder) - worked];
    return spent.map((ms) => (ms / inserted).toFixed(2).padStart(8)).join('');
  } finally {
    await client.query('rollback');
    await client.end();
  }
}
