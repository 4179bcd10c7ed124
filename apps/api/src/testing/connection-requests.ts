import { endSso, newSso } from '../features/accounts/single-sign-on/sso.fixture.ts';
import type { AccessFixtures } from './access-fixtures.ts';
import type { TestApp } from './build-test-app.ts';
import type { Cell, Listed, Prepared } from './contract-cells.ts';
import { always, namesObject } from './named-objects.ts';
import type { KnownFields } from './sample-request.ts';

/** Single sign-on as an administrator describes it. */
const ssoFields: KnownFields = { issuer: () => newSso.issuer };

/** What a request about a connection to another system needs to be a valid one; null for every other. */
export async function prepareConnection(t: TestApp, make: AccessFixtures, listed: Listed, cell: Cell): Promise<Prepared | null> {
  const { group } = listed;
  // Super-level administrators say for whom.
  const tenant = cell.role === 'SuperAdmin' ? { tenant: always(t.tenants[0]) } : {};
  if (group === 'integrations') {
    const client = await make.apiClient(cell.place);
    return {
      params: { id: always(client.id) },
      fields: { ...tenant, scopes: always('notes.read') },
      placed: namesObject(listed),
    };
  }
  if (group === 'webhooks') {
    const { webhook, message } = await make.webhook(cell.place);
    return {
      params: { id: always(listed.name === 'replay' ? message : webhook) },
      fields: { ...tenant, url: always('https://example.org/hook') },
      placed: namesObject(listed),
    };
  }
  if (group === 'subscriptions')
    return {
      params: { id: always(await make.subscription(cell.place)) },
      fields: {
        endpoint: always('https://example.org/hook'),
        criteria: always(`${t.deps.config.publicUrl}/fhir/SubscriptionTopic/case-finished`),
      },
      placed: namesObject(listed),
    };
  if (group === 'hl7Channels') {
    return { params: { id: always(await make.hl7Channel(cell.place)) }, fields: tenant, placed: namesObject(listed) };
  }
  if (group === 'ssoConnections') {
    if (listed.name !== 'create') {
      const id = always(await make.ssoConnection(cell.place));
      const kept = await make.user('Admin', make.tenantOf(cell.place === 'none' ? 'other' : cell.place));
      return { params: { id }, fields: { ...ssoFields, break_glass: always(kept.id) }, placed: namesObject(listed) };
    }
    // A tenant has one at a time.
    await endSso(t);
    return { params: {}, fields: { ...tenant, ...ssoFields }, placed: false };
  }
  if (group === 'dropFolders') {
    return { params: { id: always(await make.dropFolder(cell.place)) }, fields: tenant, placed: namesObject(listed) };
  }
  return null;
}
