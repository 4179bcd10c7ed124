import type { BillingSettings, Payer, Practice } from '@incisive/contract/billing';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { AuditTrail } from '../../http/context.ts';
import { tenantFor } from '../tenants/active-tenant.service.ts';
import { readSettings, writeSettings } from './settings.store.ts';

/** @throws AppError `not-found` for a foreign and an unknown tenant alike */
export async function getSettings(tx: Tx, tenantId: string): Promise<BillingSettings> {
  const found = (await readSettings(tx, [tenantId])).get(tenantId);
  if (!found) throw new AppError('not-found');
  return found;
}

async function save(
  tx: Tx,
  actor: Actor,
  asked: { tenant?: string | null | undefined; revision?: number | undefined },
  part: { readonly practice: Practice } | { readonly payers: readonly Payer[] },
  audit: AuditTrail,
): Promise<BillingSettings> {
  const tenantId = await tenantFor(tx, actor, asked.tenant);
  audit.tenant(tenantId);
  audit.entity(`tenant:${tenantId}`);
  if (!(await writeSettings(tx, actor.username, tenantId, asked.revision, part)))
    throw new AppError('stale', { detail: 'Somebody else changed this meanwhile. Read it again and make your change there.' });
  return getSettings(tx, tenantId);
}

/** What is chosen by a number or code stands on its list once. */
function refuseTwice(path: string, name: string, values: readonly string[]): void {
  const seen = new Set<string>();
  for (const value of values) {
    if (value !== '' && seen.has(value)) throw fieldError(path, `${name} ${value} stands here twice`);
    seen.add(value);
  }
}

export function savePractice(
  tx: Tx,
  actor: Actor,
  asked: { tenant?: string | null | undefined; revision?: number | undefined; practice: Practice },
  audit: AuditTrail,
): Promise<BillingSettings> {
  const { practice } = asked;
  refuseTwice(
    'practice.providers',
    'NPI',
    practice.providers.map((one) => one.npi),
  );
  refuseTwice(
    'practice.facilities',
    'NPI',
    practice.facilities.map((one) => one.npi),
  );
  refuseTwice(
    'practice.fees',
    'Code',
    practice.fees.map((one) => one.code),
  );
  audit.detail(`practice ${practice.enabled ? `on ${practice.mode}` : 'off'}`);
  return save(tx, actor, asked, { practice }, audit);
}

export function savePayers(
  tx: Tx,
  actor: Actor,
  asked: { tenant?: string | null | undefined; revision?: number | undefined; payers: Payer[] },
  audit: AuditTrail,
): Promise<BillingSettings> {
  refuseTwice(
    'payers',
    'Payer id',
    asked.payers.map((one) => one.payer_id),
  );
  audit.detail(`${asked.payers.length} payers`);
  return save(tx, actor, asked, { payers: asked.payers }, audit);
}
