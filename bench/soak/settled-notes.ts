import { parseKnowledge } from '@incisive/engine';
import { sql } from 'kysely';
import { catalogueLoader, knowledgeFiles } from '../../apps/api/src/compose.ts';
import { readConfig } from '../../apps/api/src/config.ts';
import { openDatabase } from '../../apps/api/src/db/open-database.ts';
import { installationSecret } from '../../apps/api/src/db/secret.ts';
import { withSystem } from '../../apps/api/src/db/tenant.ts';
import { inlineSuggester } from '../../apps/api/src/engine/engine-host.ts';
import { learnTenant } from '../../apps/api/src/features/learning/learn.job.ts';
import { MOST_LESSONS } from '../../packages/engine/src/4-learning/learner.ts';
import { operations } from './journeys.ts';

/** Enough for the model that is measured too: a fifth of the notes are held back from it. */
const settledOfClinic = 1.3 * MOST_LESSONS;

/**
 * Has every clinic of a stopped installation settle as many notes as a model keeps, and learn them: from there on what it teaches takes
 * the place of what it taught. @param folder its DATA_DIR
 */
export async function settleNotes(folder: string): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder });
  const nothing = (): void => undefined;
  const opened = await openDatabase(config, await installationSecret(config), nothing, nothing);
  const { database } = opened;
  const suggester = inlineSuggester(parseKnowledge(knowledgeFiles()), catalogueLoader(database));
  try {
    const tenants = await withSystem(database, (tx) =>
      tx.selectFrom('app.tenants').select('id').where('platform', '=', false).where('deleted_at', 'is', null).execute(),
    );
    for (const { id } of tenants) {
      await withSystem(database, async (tx) => {
        for (const [at, [name, code, words]] of operations.entries())
          await sql`
            with made as (
              insert into app.notes (tenant_id, kind, text, approved_codes, state, created_by, created_by_id)
              select ${id}::uuid, 'op', ${`PROCEDURE: ${name}.\nDESCRIPTION: ${words} `} || n, ${code}, 'review', 'approver', gen_random_uuid()
                from generate_series(${at + 1}::int, ${settledOfClinic}::int, ${operations.length}::int) n returning id)
            insert into app.training_examples (tenant_id, note_id, codes, created_by)
            select ${id}::uuid, id, array[${code}], 'approver' from made`.execute(tx);
      });
      await learnTenant(database, suggester, id);
    }
  } finally {
    await suggester.close();
    await opened.close();
  }
}
