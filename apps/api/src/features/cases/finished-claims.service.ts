import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/client.ts';
import type { FrozenClaim } from './frozen-claim.ts';

export type { FrozenClaim } from './frozen-claim.ts';
export { claimResources } from './finished-claims.fhir.ts';

export interface FinishedClaim {
  readonly claim: FrozenClaim;
  readonly sha256: string;
  readonly finishedAt: Date;
}

/** Finished claims that the caller may see, the one finished last first, each as its newest version was frozen. */
export async function finishedClaims(tx: Tx, where: readonly RawBuilder<unknown>[], count: number): Promise<FinishedClaim[]> {
  const { rows } = await sql<{ content: string; sha256: string; finished_at: Date }>`
    select v.content, v.sha256, c.finished_at from app.cases c
      join app.case_versions v on v.case_id = c.id and v.version = c.claim_version
      join app.notes n on n.id = c.note_id and n.deleted_at is null
     where c.finished_at is not null and c.work_state in ('final', 'exported') and ${sql.join([sql`true`, ...where], sql` and `)}
     order by c.finished_at desc, c.id desc limit ${count}`.execute(tx);
  return rows.map((row) => ({ claim: JSON.parse(row.content) as FrozenClaim, sha256: row.sha256, finishedAt: row.finished_at }));
}
