import type { Json, Made, MaybeTime, Optional, Time } from './column-types.ts';

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

interface WebhooksTable {
  id: Made<string>;
  tenant_id: string;
  name: string;
  url: string;
  events: string[];
  with_text: boolean;
  /** Sealed; no request role reads it. */
  secret: Optional<Buffer>;
  created_by: string;
  created_at: Time;
  rotated_at: MaybeTime;
  revoked_by: Optional<string>;
  revoked_at: MaybeTime;
  kind: Made<'webhook' | 'fhir'>;
  client_id: Optional<string>;
  reason: Optional<string>;
  content: Optional<'empty' | 'id-only'>;
  /** Sealed; no request role reads them. */
  headers: Optional<Buffer>;
  confirmed_at: MaybeTime;
  problem: Optional<string>;
  event_count: Made<string>;
  deleted_at: MaybeTime;
}
interface WebhookMessagesTable {
  id: Made<string>;
  tenant_id: string;
  webhook_id: string;
  event: string;
  note_id: Optional<string>;
  data: Json<Record<string, unknown>>;
  state: Made<'waiting' | 'delivered' | 'dead'>;
  attempts: Made<number>;
  next_attempt_at: Time;
  status: Optional<number>;
  reason: Optional<string>;
  created_at: Time;
  settled_at: MaybeTime;
}
interface DropFoldersTable {
  id: Made<string>;
  tenant_id: string;
  active: boolean;
  changed_by: string;
  changed_at: Time;
  /** The process that reads it, until then. */
  held_by: Optional<string>;
  held_until: MaybeTime;
  looked_at: MaybeTime;
  /** When what outlived its note was last looked for. */
  tidied_at: MaybeTime;
  problem: Optional<string>;
}
interface DropFilesTable {
  id: Made<string>;
  tenant_id: string;
  folder_id: string;
  outcome: 'taken' | 'known' | 'refused';
  reason: Optional<string>;
  note_id: Optional<string>;
  sha256: Optional<string>;
  created_at: Time;
}

interface FhirBinariesTable {
  id: Made<string>;
  tenant_id: string;
  content_type: string;
  bytes: Buffer;
  created_at: Time;
}

/** Programs that act for a tenant, and what they are let in with; addresses that are told what happened. */
export interface IntegrationTables {
  'app.api_clients': ApiClientsTable;
  'app.client_sessions': ClientSessionsTable;
  'app.client_assertions': ClientAssertionsTable;
  'app.webhooks': WebhooksTable;
  'app.webhook_messages': WebhookMessagesTable;
  'app.drop_folders': DropFoldersTable;
  'app.drop_files': DropFilesTable;
  'app.fhir_binaries': FhirBinariesTable;
}
