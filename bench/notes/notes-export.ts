import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Client, type ClientConfig } from 'pg';

const NOTES = 1000;
/** Characters of each note: all of them are a hundred times what may stay in memory. */
const CHARACTERS = 100_000;
/** What may live, after the collector has run, beyond what lived before the export, in bytes. */
const LIMIT = 12_000_000;

/** 1,000 long EdNotes of the tenant, made once in a kept database. */
async function longNotes(admin: ClientConfig, tenant: string): Promise<string[]> {
  const client = new Client(admin);
  await client.connect();
  try {
    await client.query('set role inc_owner');
    const wanted = `from app.notes where tenant_id = $1 and kind = 'ed' and text_length > ${CHARACTERS / 2} and deleted_at is null`;
    const { rows: counted } = await client.query<{ n: string }>(`select count(*) as n ${wanted}`, [tenant]);
    await client.query(
      `insert into app.notes (tenant_id, kind, text, created_by, created_by_id)
       select $1::uuid, 'ed', i || ' ' || (select string_agg(md5(i || '-' || j) || ' was seen. ', '') from generate_series(1, $2::int / 43) j), 'bench', gen_random_uuid()
       from generate_series(1, $3::int) i`,
      [tenant, CHARACTERS, NOTES - Number(counted[0]?.n ?? 0)],
    );
    const { rows } = await client.query<{ id: string }>(`select id ${wanted} limit $2`, [tenant, NOTES]);
    return rows.map((row) => row.id);
  } finally {
    await client.end();
  }
}

function living(): number {
  // Buffers that the first run found dead are given back by the second.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function ask(port: number, bearer: { authorization: string }, ids: readonly string[]): Promise<IncomingMessage> {
  const sent = request({
    port,
    path: '/api/v1/ed-notes/download/',
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify({ ed_notes: ids }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`The export answered ${response.statusCode}`);
  return response;
}

/**
 * 1,000 notes of 100 kB as one zip, read as it comes: once for its time, and once more with what lives in memory looked at ten times on
 * the way, which takes half of that time itself. Needs --expose-gc.
 * @returns whether memory stayed flat
 */
export async function measureExport(
  admin: ClientConfig,
  port: number,
  bearer: { authorization: string },
  tenant: string,
): Promise<boolean> {
  const ids = await longNotes(admin, tenant);
  // The first one loads what every export needs.
  for await (const chunk of await ask(port, bearer, ids.slice(0, 3))) void chunk;
  const started = performance.now();
  let bytes = 0;
  for await (const chunk of await ask(port, bearer, ids)) bytes += (chunk as Buffer).byteLength;
  const seconds = (performance.now() - started) / 1000;
  const { most, looked } = await livingMeanwhile(await ask(port, bearer, ids));
  const flat = globalThis.gc !== undefined && looked >= 5 && most < LIMIT;
  console.log(
    `\nZip of ${ids.length} notes of ${CHARACTERS / 1000} kB: ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; ` +
      `at most ${(most / 1e6).toFixed(1)} MB lived meanwhile, looked at ${looked} times: ${flat ? 'flat' : 'GROWING, or run without --expose-gc'}`,
  );
  return flat;
}

async function livingMeanwhile(zip: IncomingMessage): Promise<{ most: number; looked: number }> {
  const before = living();
  let most = 0;
  let bytes = 0;
  let looked = 0;
  for await (const chunk of zip) {
    bytes += (chunk as Buffer).byteLength;
    if (bytes < (looked + 1) * 4_000_000) continue;
    looked += 1;
    most = Math.max(most, living() - before);
  }
  return { most, looked };
}
