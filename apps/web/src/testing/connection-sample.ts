import { dropFolders } from '@incisive/contract/drop-folders';
import { type Hl7Channel, hl7Channels } from '@incisive/contract/hl7-channels';
import { integrations } from '@incisive/contract/integrations';
import { ssoConnections } from '@incisive/contract/single-sign-on';
import { webhooks } from '@incisive/contract/webhooks';
import type { FakeServer } from './fake-server.ts';
import type { profileOf } from './render-app.tsx';
import { serverFor } from './render-app.tsx';

/** What connections of all kinds say of themselves: active, set up by the tenant's administrator. */
export const connectedSample = {
  id: '33333333-3333-4333-8333-333333333333',
  tenant: { id: '22222222-2222-4222-8222-222222222222', name: 'North Clinic' },
  state: 'active',
  created_by: 'admin',
  created_at: '2026-07-02T10:00:00Z',
  rotated_at: null,
  revoked_by: null,
  revoked_at: null,
} as const;

/** A channel over which nothing has come yet. */
export const hl7Sample: Hl7Channel = {
  ...connectedSample,
  name: 'Record system',
  certificate: null,
  last_certificate: null,
  last_message: null,
  last_error: null,
};

/** A tenant that has no connection yet. */
export const unconnected = (server: FakeServer): FakeServer =>
  server
    .on(integrations.list, () => ({ clients: [], addresses: { fhir: 'https://x.org/fhir', token: 'https://x.org/oauth/token' } }))
    .on(hl7Channels.list, () => ({ address: null, results: [] }))
    .on(dropFolders.list, () => ({ served: false, results: [] }))
    .on(ssoConnections.list, () => ({ results: [] }))
    .on(webhooks.list, () => ({ results: [] }));
export const unconnectedServer = (profile: ReturnType<typeof profileOf>): FakeServer => unconnected(serverFor(profile));
