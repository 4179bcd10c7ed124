import type { NoteState } from '@incisive/contract/notes';
import type { RejectReason } from '@incisive/contract/reject-reasons';
import type { ColumnType, Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { Computed, Json, Made, MaybeTime, Optional, Time } from './column-types.ts';
import type { EditFileTables } from './edit-file-tables.ts';
import type { IntegrationTables } from './integration-tables.ts';
import type { ExportTables } from './export-tables.ts';

export type NoteKindColumn = 'op' | 'ed';
export type StoredState = 'SUGGESTED' | 'APPROVED' | 'REJECTED';

export interface SettingsTable {
  name: string;
  value: Json<unknown>;
}
export interface RateCountersTable {
  class: string;
  subject: string;
  window_started_at: Time;
  hits: number;
}
export interface AuditLogTable {
  id: Made<number>;
  tenant_id: string;
  recorded: Time;
  type: string;
  action: 'C' | 'R' | 'U' | 'D' | 'E';
  outcome: 'success' | 'refused' | 'failed';
  user_id: Optional<string>;
  who: Optional<string>;
  role: Optional<string>;
  network: Optional<string>;
  request_id: string;
  entity: Made<string[]>;
  detail: Optional<string>;
}
export interface AuditSealsTable {
  audit_id: number;
  hash: Buffer;
  sealed_at: Time;
  seq: number;
}
export interface AuditFloorTable {
  single: Optional<boolean>;
  seq: number;
  audit_id: number;
  hash: Buffer;
  mac: Buffer;
  removed_at: Time;
}
export interface NoticesTable {
  id: Made<string>;
  tenant_id: string;
  user_id: string;
  message: string;
  link: Optional<string>;
  created_at: Time;
  read_at: MaybeTime;
}
export interface IdempotencyKeysTable {
  tenant_id: string;
  user_id: string;
  key: string;
  endpoint: string;
  body_hash: Buffer;
  status: number;
  response: Json<unknown>;
  created_at: Time;
}
export interface NotesTable {
  id: Made<string>;
  tenant_id: string;
  kind: NoteKindColumn;
  text: string;
  excerpt: Computed<string>;
  text_length: Computed<number>;
  filename: Optional<string>;
  type: Made<'text' | 'txt' | 'docx' | 'pdf'>;
  approved_codes: Made<string>;
  state: Made<NoteState>;
  text_key: Computed<number>;
  file_sha256: Optional<Buffer>;
  left_out: Made<string[]>;
  filename_key: Computed<string>;
  creator_key: Computed<string>;
  updater_key: Computed<string>;
  codes_key: Computed<string>;
  version: Made<number>;
  created_by: string;
  created_by_id: string;
  created_at: Time;
  updated_by: Optional<string>;
  updated_at: Time;
  deleted_at: MaybeTime;
  deleted_by: Optional<string>;
}
export interface NoteVersionsTable {
  tenant_id: string;
  note_id: string;
  version: number;
  text: string;
  saved_by: string;
  saved_at: Time;
}
export interface TextUsageTable {
  tenant_id: string;
  shard: number;
  characters: number;
}
export interface TextWarningsTable {
  tenant_id: string;
  warned_at: Time;
}
export interface CodeLinksTable {
  tenant_id: string;
  note_id: string;
  code: string;
  state: StoredState;
  approved_by: Optional<string>;
  approved_at: MaybeTime;
  assigned_by: Optional<string>;
  assigned_at: MaybeTime;
  coded_by: Optional<string>;
  coded_at: MaybeTime;
  rejected_by: Optional<string>;
  rejected_at: MaybeTime;
  reject_reason: Optional<RejectReason>;
  created_at: Time;
}
export interface CodeHistoryTable {
  id: Made<number>;
  tenant_id: string;
  note_id: string;
  code: string;
  action: 'approve' | 'reject' | 'assign' | 'code' | 'undo' | 'reason';
  from_state: string;
  to_state: string;
  acted_by: string;
  acted_by_id: string;
  acted_at: Time;
  before: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  reason: Optional<string>;
}
export interface NoteSectionsTable {
  tenant_id: string;
  note_id: string;
  text_version: number;
  engine_version: string;
  sections: Json<unknown>;
}
export interface SuggestionCacheTable {
  tenant_id: string;
  note_id: string;
  text_version: number;
  engine_version: string;
  knowledge_version: string;
  catalogue_version: number;
  model_version: number;
  suggestions: Json<unknown>;
  reading: Json<unknown>;
  milliseconds: number;
  computed_at: Time;
}
export interface NoteMarksTable {
  note_id: string;
  tenant_id: string;
  text_version: number;
  marks_version: number;
  marks: number[];
  keys: number[];
}
export interface PrecedentKeysTable {
  tenant_id: string;
  key: number;
  settled_at: Time;
  note_id: string;
}
/** Settled as a whole by Train, or by approvals and rejections that nobody has touched for a while. */
export type ExampleKind = 'submitted' | 'approved';
export interface TrainingExamplesTable {
  id: Made<string>;
  tenant_id: string;
  note_id: string;
  codes: string[];
  rejected: Made<string[]>;
  firmly: Made<string[]>;
  suggested: Made<string[]>;
  created_by: string;
  created_at: Time;
  undone_at: MaybeTime;
  undone_by: Optional<string>;
  learned_version: Optional<number>;
  kind: Made<ExampleKind>;
  settled_at: MaybeTime;
  changed: ColumnType<unknown, string | null | undefined, string | null>;
}
export interface LearnedModelsTable {
  tenant_id: string;
  version: Made<number>;
  state: Json<unknown>;
  measured_state: ColumnType<unknown, string | null | undefined, string | null>;
  examples: number;
  updated_at: Time;
}
export interface DraftsTable {
  tenant_id: string;
  user_id: string;
  kind: NoteKindColumn;
  key: string;
  text: string;
  base_updated_at: MaybeTime;
  updated_at: Time;
}
export interface NoteCountsTable {
  tenant_id: string;
  kind: NoteKindColumn;
  shard: number;
  n: number;
}
export interface CptCodesTable {
  id: Made<string>;
  code: string;
  description: string;
  retired_at: MaybeTime;
  created_by: string;
  created_at: Time;
  updated_by: Optional<string>;
  updated_at: Time;
}
export interface CatalogueVersionTable {
  only_row: Made<boolean>;
  version: number;
}
export interface CatalogueImportsTable {
  id: Made<string>;
  state: 'waiting' | 'running' | 'done' | 'failed';
  progress: Made<number>;
  result: ColumnType<unknown, string | null | undefined, string | null>;
  payload: ColumnType<unknown, string | null | undefined, string | null>;
  audit: ColumnType<unknown, string | null | undefined, string | null>;
  created_by: string;
  created_at: Time;
}
export interface FeedbacksTable {
  id: Made<string>;
  tenant_id: string;
  subject: string;
  message: string;
  status: Made<'Pending' | 'Done'>;
  opnote_id: Optional<string>;
  opnote_tenant_id: Optional<string>;
  created_by: string;
  created_by_id: string;
  created_at: Time;
  updated_by: Optional<string>;
  updated_at: Time;
}
export interface ContactMessagesTable {
  id: Made<string>;
  first_name: string;
  last_name: string;
  email: string;
  title: string;
  company_name: string;
  message: string;
  created_at: Time;
  done_by: Generated<string | null>;
  done_at: Generated<Date | null>;
}
export interface PageViewsTable {
  id: Made<number>;
  tenant_id: string;
  viewed_at: Time;
  path: string;
  vid: string;
  sid: string;
  region: Made<string>;
}
export interface MigrationsTable {
  name: string;
  checksum: string;
  applied_at: Time;
}

/** Every table of schema app, as the migrations make it. */
export interface Tables extends AccountTables, ExportTables, EditFileTables, IntegrationTables {
  'app.settings': SettingsTable;
  'app.rate_counters': RateCountersTable;
  'app.audit_log': AuditLogTable;
  'app.audit_seals': AuditSealsTable;
  'app.audit_floor': AuditFloorTable;
  'app.notices': NoticesTable;
  'app.idempotency_keys': IdempotencyKeysTable;
  'app.notes': NotesTable;
  'app.note_versions': NoteVersionsTable;
  'app.text_usage': TextUsageTable;
  'app.text_warnings': TextWarningsTable;
  'app.code_links': CodeLinksTable;
  'app.code_history': CodeHistoryTable;
  'app.note_sections': NoteSectionsTable;
  'app.suggestion_cache': SuggestionCacheTable;
  'app.note_marks': NoteMarksTable;
  'app.precedent_keys': PrecedentKeysTable;
  'app.training_examples': TrainingExamplesTable;
  'app.learned_models': LearnedModelsTable;
  'app.drafts': DraftsTable;
  'app.note_counts': NoteCountsTable;
  'app.cpt_codes': CptCodesTable;
  'app.catalogue_version': CatalogueVersionTable;
  'app.catalogue_imports': CatalogueImportsTable;
  'app.feedbacks': FeedbacksTable;
  'app.contact_messages': ContactMessagesTable;
  'app.page_views': PageViewsTable;
  'app.migrations': MigrationsTable;
}
