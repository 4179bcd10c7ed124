import { limits } from '@incisive/contract/limits';
import { type Capability, type Role, can, canHere } from '@incisive/contract/roles';
import type { NoteDetail, NoteKind, NoteRow, NoteState } from '@incisive/contract/notes';
import { platformTenantId } from '../../db/tenant.ts';

export interface NoteHead {
  readonly id: string;
  readonly tenant_id: string;
  readonly version: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_by: string | null;
  readonly updated_at: Date;
}

/** A note as lists read it. */
export interface ListedNote extends Omit<NoteHead, 'version'> {
  readonly tenant_name: string;
  readonly text: string;
  readonly text_length: number;
  readonly filename: string | null;
  readonly type: 'text' | 'txt' | 'docx' | 'pdf';
  readonly approved_codes: string;
  readonly state: NoteState;
}

export interface StoredNote extends ListedNote, NoteHead {
  readonly kind: NoteKind;
  readonly left_out?: readonly string[];
}

/** Whether the role may change this note's text: DataEntry only while nobody has acted on a code of it. */
export const mayEdit = (role: Role, hasActedCodes: boolean): boolean =>
  can(role, 'notes.edit') && (can(role, 'notes.edit-settled') || !hasActedCodes);

export function abilitiesOf(role: Role, hasActedCodes: boolean, separateAdministrators: boolean): NoteDetail['abilities'] {
  const may = (capability: Capability): boolean => canHere(role, capability, separateAdministrators);
  return {
    edit: may('notes.edit') && mayEdit(role, hasActedCodes),
    delete: may('notes.delete'),
    decide: may('codes.decide'),
    assign: may('codes.assign'),
    code: may('codes.code'),
    train: may('codes.train'),
  };
}

/** The fields of a note that the role may have; who may not see a field does not get it. */
export const shownNote = (note: StoredNote, role: Role): NoteRow => noteShower(note.kind, role)(note);

/** The same for many notes of a kind. */
export function noteShower(kind: NoteKind, role: Role): (note: ListedNote) => NoteRow {
  const seesCreator = can(role, 'notes.see-creator');
  const seesTenant = can(role, 'notes.see-tenant');
  return (note) => {
    const row: NoteRow = {
      id: note.id,
      text: note.text,
      text_truncated: note.text_length > limits.excerptCharacters,
      filename: note.filename,
      created_at: note.created_at.toISOString(),
      updated_by: note.updated_by,
      updated_at: note.updated_at.toISOString(),
      type: note.type,
    };
    if (seesCreator) row.created_by = row.owner = note.created_by;
    if (seesTenant) {
      const platform = note.tenant_id === platformTenantId;
      row.tenant = platform ? null : note.tenant_name;
      row.tenantId = platform ? null : note.tenant_id;
    }
    if (kind === 'op') {
      row.cpt_codes_approved = note.approved_codes === '' ? [] : note.approved_codes.split(', ');
      row.state = note.state;
    }
    return row;
  };
}

/** A text without what PostgreSQL refuses: NUL and lone surrogates. */
export const storableText = (text: string): string => {
  const kept = text.replaceAll('\u0000', '');
  // Looking for what is hardly ever there by an expression takes twenty times as long.
  return kept.isWellFormed() ? kept : kept.replace(/\p{Surrogate}/gu, '');
};

/** What is kept of a note's text: storable, no blank ends. */
export const storedText = (text: string): string => storableText(text).trim();

export const etagOf = (version: number): string => `"v${version}"`;
