import { Client, type ClientConfig } from 'pg';

/** Words with the shares of notes that hold them, as measured in operative notes. */
const shares: readonly [string, number][] = [
  ['patient', 0.87],
  ['catheter', 0.2],
  ['hernia', 0.06],
  ['ureteral stent', 0.015],
  ['zymogenic', 0.00006],
];
const filler =
  'Under general anesthesia the area was prepared and draped in sterile fashion. An incision was made and carried down through skin and subcutaneous tissue. Haemostasis was obtained with electrocautery. The wound was irrigated and closed in layers. ';

/**
 * Fills a database with notes of about 1.8 kB, made in the database: ten creators, four kinds of files, codes on a third of them,
 * spread over two years. The second tenant gets 40 %.
 */
export async function seedManyNotes(admin: ClientConfig, world: { tenants: readonly string[]; notes: number }): Promise<void> {
  const client = new Client(admin);
  await client.connect();
  try {
    await client.query('set role inc_owner');
    await client.query('select setseed(0.42)');
    const words = shares.map(([word, share]) => `case when random() < ${share} then '${word} ' else '' end`).join(' || ');
    for (const [index, tenant] of world.tenants.entries()) {
      const count = Math.round(world.notes * (index === 0 ? 1 : 0.4));
      for (let from = 0; from < count; from += 10_000) {
        await client.query(
          `insert into app.notes (tenant_id, kind, text, filename, type, created_by, created_by_id, created_at, updated_by, updated_at)
           select $1::uuid, 'op', 'Operative report ' || i || '. ' || ${words} || repeat($2, 6 + (random() * 3)::int) || md5(i::text),
             case i % 4 when 0 then null when 1 then 'report-' || i || '.docx' when 2 then 'report-' || i || '.pdf' else 'Report ' || i || '.txt' end,
             (array['text', 'docx', 'pdf', 'txt'])[i % 4 + 1], 'user' || (i % 10), gen_random_uuid(),
             timestamptz '2024-12-01' + i * interval '10 minutes', case when i % 3 = 0 then 'user' || (i % 7) end, timestamptz '2025-01-01' + (i::bigint * 7919 % 1000000) * interval '1 minute'
           from generate_series($3::int, $4::int) i`,
          [tenant, filler, from, Math.min(from + 10_000, count) - 1],
        );
      }
    }
    await client.query(
      `with codes as (select array_agg(code) as list, count(*)::int as n from app.cpt_codes),
            third as (select id, tenant_id, row_number() over () as i from app.notes where ('x' || substr(md5(id::text), 1, 4))::bit(16)::int % 3 = 0)
       insert into app.code_links (tenant_id, note_id, code, state, approved_by, approved_at)
       select s.tenant_id, s.id, case when i % 10 = 0 then '47562' else c.list[1 + (i * 7919 % c.n)::int] end, 'APPROVED', 'user1', now() from third s, codes c`,
    );
    await client.query('reset role');
    await client.query('vacuum (analyze) app.notes, app.code_links, app.note_counts, app.cases');
  } finally {
    await client.end();
  }
}
