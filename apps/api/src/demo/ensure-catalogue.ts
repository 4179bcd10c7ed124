import { parseKnowledge, starterCatalogue } from '@incisive/engine';
import { sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { withSystem } from '../db/tenant.ts';

/** An installation without a catalogue starts with ours: own plain words, no license needed. */
export async function ensureCatalogue(database: Database, files: Record<string, string>): Promise<number> {
  const empty = await withSystem(
    database,
    async (tx) => (await tx.selectFrom('app.cpt_codes').select('id').limit(1).executeTakeFirst()) === undefined,
  );
  if (!empty) return 0;
  const entries = starterCatalogue(parseKnowledge(files));
  await withSystem(database, async (tx) => {
    await sql`insert into app.cpt_codes (code, description, created_by)
      select code, description, 'system' from unnest(${entries.map((entry) => entry.code)}::text[], ${entries.map((entry) => entry.description)}::text[]) as c (code, description)
      on conflict (code) do nothing`.execute(tx);
  });
  return entries.length;
}
