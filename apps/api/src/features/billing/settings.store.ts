import type { BillingSettings, Payer, Practice } from '@incisive/contract/billing';
import { sql } from 'kysely';
import type { Tx } from '../../db/client.ts';

const noAddress = { line: '', city: '', state: '', zip: '' };
const nobody: Practice = {
  enabled: false,
  mode: 'test',
  on_file: false,
  name: '',
  npi: '',
  tax_id: '',
  taxonomy: '',
  address: noAddress,
  contact_name: '',
  contact_phone: '',
  sender_id: '',
  receiver_id: '',
  receiver_name: '',
  providers: [],
  facilities: [],
  fees: [],
};

/** What the tenants that the caller may see have set up; those that have nothing are off. */
export async function readSettings(tx: Tx, tenantIds: readonly string[]): Promise<Map<string, BillingSettings>> {
  const { rows } = await sql<{
    id: string;
    name: string;
    revision: number | null;
    practice: Practice | null;
    payers: Payer[] | null;
  }>`select t.id, t.name, s.revision, s.practice, s.payers from app.tenants t
      left join app.billing_settings s on s.tenant_id = t.id
     where t.id = any(${[...tenantIds]}::uuid[]) and not t.platform and t.deleted_at is null`.execute(tx);
  return new Map(
    rows.map(({ id, name, revision, practice, payers }) => [
      id,
      { tenant: { id, name }, revision: revision ?? 0, practice: practice ?? nobody, payers: payers ?? [] },
    ]),
  );
}

/** Puts a part in the place of the one before; false when it is not the revision any more that was read. */
export async function writeSettings(
  tx: Tx,
  by: string,
  tenantId: string,
  revision: number | undefined,
  part: { readonly practice: Practice } | { readonly payers: readonly Payer[] },
): Promise<boolean> {
  await sql`insert into app.billing_settings (tenant_id, revision, practice, payers, updated_by)
    values (${tenantId}, 0, ${JSON.stringify(nobody)}::jsonb, '[]'::jsonb, ${by}) on conflict do nothing`.execute(tx);
  const change =
    'practice' in part
      ? sql`practice = ${JSON.stringify(part.practice)}::jsonb`
      : sql`payers = ${JSON.stringify(part.payers)}::jsonb`;
  const { numAffectedRows } = await sql`update app.billing_settings
    set ${change}, revision = revision + 1, updated_by = ${by}, updated_at = now()
    where tenant_id = ${tenantId} and (${revision ?? null}::int is null or revision = ${revision ?? null})`.execute(tx);
  return numAffectedRows === 1n;
}
