import { Client, type ClientConfig } from 'pg';
import { FIELDS, PARAGRAPHS, seedParagraphs } from './seed-texts.ts';

/** Words with the shares of notes that hold them, as measured in operative notes. */
const shares: readonly [string, number][] = [
  ['patient', 0.87],
  ['catheter', 0.2],
  ['hernia', 0.06],
  ['ureteral stent', 0.015],
  ['zymogenic', 0.00006],
];
/** How the notes are shared out among the clinics, in the order in which these are given. */
const parts = [20, 5, 2, 1] as const;
const rowsAtOnce = 10_000;
const loaded = ['app.notes', 'app.code_links', 'app.cases'];

/**
 * Fills a database with notes of 2 to 6 kB, made in the database: four clinics whose notes lie between each other's as they would in time,
 * ten creators, four kinds of files, three years, and codes on seven notes of ten, a few of them common and most rare. Indexes are made
 * after the rows, and what triggers would do a row at a time is done with the rows and compared with what the triggers say.
 * @param world.notes of the first clinic
 * @returns how many notes there are in all
 */
export async function seedManyNotes(admin: ClientConfig, world: { tenants: readonly string[]; notes: number }): Promise<number> {
  const client = new Client(admin);
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query(`set work_mem = '128MB'`);
    await client.query(`alter system set max_wal_size = '8GB'`);
    await client.query('select pg_reload_conf()');
    await client.query('set role inc_owner');
    await client.query('select setseed(0.42)');
    await makeBanks(client);
    const indexes = await dropIndexes(client);
    await client.query('alter table app.code_links disable trigger keep_note_summary');
    const tenantOf = world.tenants.flatMap((tenant, index) => Array<string>(parts[index] ?? 1).fill(tenant));
    const count = Math.round((world.notes * tenantOf.length) / parts[0]);
    await timed('rows', async () => {
      for (let from = 0; from < count; from += rowsAtOnce)
        await insertBatch(client, tenantOf, count, [from, Math.min(from + rowsAtOnce, count) - 1]);
    });
    await client.query('alter table app.code_links enable trigger keep_note_summary');
    for (const { name, definition } of indexes) await timed(`index ${name}`, () => client.query(definition));
    await compareWithTriggers(client);
    await client.query('reset role');
    await client.query('alter system reset max_wal_size');
    await client.query('select pg_reload_conf()');
    await timed('vacuum', () => client.query('vacuum (analyze) app.notes, app.code_links, app.cases, app.note_counts'));
    await client.query('checkpoint');
    return count;
  } finally {
    await client.end();
  }
}

async function timed(name: string, run: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  await run();
  const seconds = (performance.now() - started) / 1000;
  if (seconds >= 1) console.log(`  ${name}: ${seconds.toFixed(1)} s`);
}

/** What texts and codes are chosen from. */
async function makeBanks(client: Client): Promise<void> {
  await client.query('create temp table paragraphs (id integer primary key, words text not null)');
  await client.query('insert into paragraphs select n - 1, words from unnest($1::text[]) with ordinality as given (words, n)', [
    seedParagraphs(shares.map(([word]) => word)),
  ]);
  // The code that is asked for is the fourth: on one note in thirty.
  await client.query(`create temp table codes as
    select code, case n when 1 then 4 when 4 then 1 else n end as place
      from (select code, row_number() over (order by code <> '47562', md5(code)) as n from app.cpt_codes) numbered`);
  await client.query('create unique index on codes (place)');
  await client.query('analyze paragraphs, codes');
}

/** Every index that guards nothing, with the words that make it again. */
async function dropIndexes(client: Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any ($1::regclass[]) and not indisunique order by indexrelid`,
    [loaded],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows;
}

async function insertBatch(
  client: Client,
  tenantOf: readonly string[],
  count: number,
  [from, to]: readonly [number, number],
): Promise<void> {
  const words = shares.map(([word, share]) => `case when random() < ${share} then '${word} ' else '' end`).join(' || ');
  await client.query('create temp table if not exists batch (i bigint, id uuid, codes text[])');
  await client.query('truncate batch');
  await client.query(
    `insert into batch
     select i, gen_random_uuid(), case when i % 10 < 7 then (
       select array_agg(distinct c.code order by c.code)
         from generate_series(1, 1 + (i * 7 % 4)::int) k
         join codes c on c.place = floor(exp(ln((select count(*) from codes)) * (hashint8extended(i, k) & 1048575) / 1048576))::bigint)
       end
     from generate_series($1::bigint, $2::bigint) i`,
    [from, to],
  );
  await client.query(
    `insert into app.notes (id, tenant_id, kind, text, filename, type, approved_codes, state, created_by, created_by_id, created_at, updated_by, updated_at)
     select id, ($1::uuid[])[1 + i * 11 % cardinality($1::uuid[])], 'op', 'Operative report ' || i || E'.\n' || body || E'\n' || ${words},
       case file when 0 then null when 1 then 'report-' || i || '.docx' when 2 then 'report-' || i || '.pdf' else 'Report ' || i || '.txt' end,
       (array['text', 'docx', 'pdf', 'txt'])[1 + file], coalesce(array_to_string(codes, ', '), ''), case when codes is null then 'new' else 'review' end,
       'user' || creator, gen_random_uuid(), timestamptz '2026-11-20' - ($2 - i) * (interval '3 years' / $2),
       case when i % 3 = 0 then 'user' || (i % 7) end, timestamptz '2026-11-21' - (hashint8extended(i, 99) & 16777215) * interval '5 seconds'
     from (
       select b.*, (hashint8extended(i, 50) & 1023) % 10 as creator,
         -- One of ten creators never has a .pdf: a filter for both finds nothing, and neither is rare.
         case when (hashint8extended(i, 50) & 1023) % 10 = 3 and (hashint8extended(i, 51) & 3) = 2 then 1 else hashint8extended(i, 51) & 3 end as file,
         (select string_agg(p.words, E'\n') from generate_series(1, 4 + round(8 * power((hashint8extended(i, 52) & 1023) / 1024.0, 2))::int) k
            join paragraphs p on p.id = (hashint8extended(b.i, 53) & ${FIELDS - 1}) * ${PARAGRAPHS} + (hashint8extended(b.i, k) & ${PARAGRAPHS - 1})) as body
       from batch b) made
     order by i`,
    [tenantOf, count],
  );
  await client.query(
    `insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
     select n.tenant_id, n.id, code, 'APPROVED', 'user1', now() from batch b join app.notes n on n.id = b.id, unnest(b.codes) code`,
  );
}

/** What was done with the rows is what the triggers do. @throws Error where it is not */
async function compareWithTriggers(client: Client): Promise<void> {
  const { rows } = await client.query<{ what: string }>(
    `select 'counts of notes' as what where (select sum(n) from app.note_counts) <> (select count(*) from app.notes)
     union all select 'characters' where (select sum(characters) from app.text_usage) <> (select sum(text_length) from app.notes)
     union all select 'cases' where (select count(*) from app.cases) <> (select count(*) from app.notes where kind = 'op')
     union all select 'codes of notes' where exists (
       select from app.notes n left join lateral (
         select string_agg(code, ', ' order by approved_at, code) as codes from app.code_links l where l.note_id = n.id and l.state = 'APPROVED') l on true
        where n.id in (select note_id from app.code_links tablesample system (0.1)) and (n.approved_codes, n.state) is distinct from (coalesce(l.codes, ''), 'review'))`,
  );
  if (rows.length > 0) throw new Error(`Seeded otherwise than triggers do it: ${rows.map((row) => row.what).join(', ')}`);
}
