import type { Made, MaybeTime, Optional, Time } from './column-types.ts';

interface ApiClientsTable {
  id: Made<string>;
  tenant_id: string;
  name: string;
  scopes: string[];
  /** No request role reads it. */
  secret_hash: Optional<Buffer>;
  jwks: Optional<string>;
  jwks_url: Optional<string>;
  created_by: string;
  created_at: Time;
  rotated_at: MaybeTime;
  revoked_by: Optional<string>;
  revoked_at: MaybeTime;
}
interface ClientSessionsTable {
  id: Made<string>;
  client_id: string;
  scopes: string[];
  created_at: Time;
  expires_at: Time;
}
interface ClientAssertionsTable {
  client_id: string;
  jti_hash: Buffer;
  expires_at: Time;
}

/** Programs that act for a tenant, and what they are let in with. */
export interface IntegrationTables {
  'app.api_clients': ApiClientsTable;
  'app.client_sessions': ClientSessionsTable;
  'app.client_assertions': ClientAssertionsTable;
}
