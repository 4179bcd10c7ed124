import { sql } from 'kysely';
import type { Database, Tx } from '../../db/client.ts';
import { platformTenantId, withSystem } from '../../db/tenant.ts';
import type { ExampleKind } from '../../db/schema.ts';
import type { LearnedState, Suggester } from '../../engine/suggester.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import { invalidateTenant } from '../suggestions/suggestions.service.ts';
import { current, mustRebuild, waiting } from './settled-examples.ts';

/** So many settled notes are learned between two looks at the engine's other work. */
const examplesAtOnce = 20;
/** Another process may be learning for the same tenant: whoever commits first wins, the other looks again. */
const attempts = 20;

interface Example {
  readonly id: string;
  readonly text: string;
  readonly codes: string[];
  readonly rejected: string[];
  readonly firmly: string[];
  readonly kind: ExampleKind;
  readonly held: boolean;
  readonly cursor: string;
}

interface Model {
  readonly version: number;
  readonly examples: number;
  readonly state: LearnedState | null;
  readonly measured: LearnedState | null;
}

export interface Learned {
  readonly version: number;
  readonly examples: number;
}

/** Brings a tenant's model up to date: new examples are added; one that was taken back or replaced makes it be rebuilt. */
export async function learnTenant(
  database: Database,
  suggester: Suggester,
  tenantId: string,
  options: { readonly rebuild?: boolean } = {},
): Promise<Learned> {
  // Notes without a tenant teach nobody.
  if (tenantId === platformTenantId) return { version: 0, examples: 0 };
  let rebuild = options.rebuild ?? false;
  for (let attempt = 0; attempt < attempts;) {
    const seen = await withSystem(database, async (tx) => ({
      model: await readModel(tx, tenantId),
      outdated: await mustRebuild(tx, tenantId),
      waiting: await readExamples(tx, tenantId, waiting, null),
      catalogue: await catalogueVersion(tx),
    }));
    const fromScratch = rebuild || seen.outdated;
    if (!fromScratch && seen.waiting.length === 0) return { version: seen.model.version, examples: seen.model.examples };
    const step = fromScratch
      ? await learnAll(database, suggester, tenantId, seen.catalogue)
      : await learnSome(suggester, seen.model, seen.waiting, seen.catalogue);
    const kept = await withSystem(database, (tx) => saveModel(tx, tenantId, seen.model.version, step, fromScratch));
    if (kept) rebuild = false;
    else attempt += 1;
  }
  throw new Error('The model is being changed by others all the time.');
}

interface Step {
  readonly state: LearnedState | null;
  readonly measured: LearnedState | null;
  readonly ids: readonly string[];
  readonly examples: number;
}

async function learnSome(
  suggester: Suggester,
  model: Pick<Model, 'state' | 'measured' | 'examples'>,
  examples: readonly Example[],
  catalogue: number,
): Promise<Step> {
  const given = examples.map((example) => ({
    text: example.text,
    approved: example.codes,
    rejected: example.rejected,
    ...(example.firmly.length > 0 ? { firmly: example.firmly } : {}),
    weight: example.kind,
  }));
  const shown = given.filter((_, at) => !examples[at]?.held);
  return {
    state: await suggester.learn({ state: model.state, examples: given, catalogue }),
    measured: await suggester.learn({ state: model.measured, examples: shown, catalogue }),
    ids: examples.map((example) => example.id),
    examples: model.examples + examples.length,
  };
}

async function learnAll(database: Database, suggester: Suggester, tenantId: string, catalogue: number): Promise<Step> {
  let step: Step = { state: null, measured: null, ids: [], examples: 0 };
  let after: string | null = null;
  for (;;) {
    const cursor: string | null = after;
    const examples: Example[] = await withSystem(database, (tx) => readExamples(tx, tenantId, current, cursor));
    if (examples.length === 0 && step.ids.length > 0) return step;
    const next: Step = await learnSome(suggester, step, examples, catalogue);
    step = { ...next, ids: [...step.ids, ...next.ids] };
    after = examples.at(-1)?.cursor ?? null;
    if (examples.length < examplesAtOnce) return step;
  }
}

/** False when the model was changed meanwhile. */
async function saveModel(tx: Tx, tenantId: string, from: number, step: Step, fromScratch: boolean): Promise<boolean> {
  const values = {
    version: from + 1,
    state: step.state ?? 'null',
    measured_state: step.measured,
    examples: step.examples,
    updated_at: new Date(),
  };
  if (from === 0) {
    const made = await tx
      .insertInto('app.learned_models')
      .values({ tenant_id: tenantId, ...values })
      .onConflict((conflict) => conflict.column('tenant_id').doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows === 0n) return false;
  } else {
    const changed = await tx
      .updateTable('app.learned_models')
      .set(values)
      .where('tenant_id', '=', tenantId)
      .where('version', '=', from)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
  }
  await invalidateTenant(tx, tenantId);
  if (fromScratch) await forgetOutdated(tx, tenantId, step.ids);
  await sql`update app.training_examples set learned_version = ${from + 1} where id = any (${[...step.ids]}::uuid[])`.execute(tx);
  return true;
}

/** Nothing but what the new model was built from counts as learned; approved examples that were replaced are of no more use. */
async function forgetOutdated(tx: Tx, tenantId: string, learned: readonly string[]): Promise<void> {
  await sql`update app.training_examples set learned_version = null where tenant_id = ${tenantId}::uuid and learned_version is not null`.execute(
    tx,
  );
  await sql`delete from app.training_examples e where e.tenant_id = ${tenantId}::uuid and e.kind = 'approved' and e.id <> all (${[...learned]}::uuid[])
    and (e.undone_at is not null or exists (select from app.training_examples t where t.note_id = e.note_id and t.kind = 'submitted'))`.execute(
    tx,
  );
}

async function readModel(tx: Tx, tenantId: string): Promise<Model> {
  const row = await tx
    .selectFrom('app.learned_models')
    .select([
      'version',
      'examples',
      sql<LearnedState>`state::text`.as('state'),
      sql<LearnedState | null>`measured_state::text`.as('measured'),
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row ?? { version: 0, examples: 0, state: null, measured: null };
}

async function readExamples(tx: Tx, tenantId: string, which: ReturnType<typeof sql>, after: string | null): Promise<Example[]> {
  const { rows } = await sql<Example>`
    select e.id, n.text, e.codes, e.rejected, e.firmly, e.kind, app.held_back(e.note_id) as held, e.created_at::text || ' ' || e.id::text as cursor
      from app.training_examples e join app.notes n on n.id = e.note_id
     where e.tenant_id = ${tenantId}::uuid and ${which}
       and (${after}::text is null or (e.created_at, e.id) > (left(${after}, -37)::timestamptz, right(${after}, 36)::uuid))
     order by e.created_at, e.id limit ${examplesAtOnce}`.execute(tx);
  return rows;
}

/** Tenants that have something to learn from. */
export function tenantsWithExamples(database: Database): Promise<{ id: string; name: string }[]> {
  return withSystem(database, (tx) =>
    tx
      .selectFrom('app.tenants as t')
      .select(['t.id', 't.name'])
      .where('t.platform', '=', false)
      .where((where) =>
        where.exists(where.selectFrom('app.training_examples as e').select('e.id').whereRef('e.tenant_id', '=', 't.id')),
      )
      .orderBy('t.name')
      .execute(),
  );
}
