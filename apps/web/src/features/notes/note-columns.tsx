import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { NoteRow } from '@incisive/contract/notes';
import { printable } from '@incisive/contract/characters';
import { can } from '@incisive/contract/roles';
import type { Role } from '@incisive/contract/roles';
import type { DataColumn, FilterOption } from '../../components/data-table/columns.ts';
import { leadColumn } from '../../components/data-table/record-columns.ts';
import { filterFields, wordsFilter } from '../../components/data-table/columns.ts';
import { noteState, noteStateWords, noteText, shortId } from '../../components/data-table/note-cells.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { tenantFilter } from '../../components/data-table/tenant-filter.ts';
import { formatDate, formatMoment } from '../../lib/dates.ts';
import type { NoteKindPages } from './note-pages.ts';
import { creatorsQuery } from './notes.queries.ts';
import classes from './note-list.module.css';

const asOptions = (names: readonly string[] | undefined): readonly FilterOption[] =>
  (names ?? []).map((name) => ({ value: name, label: name }));

const useCreators = (typed: string): readonly FilterOption[] =>
  asOptions(useQuery({ ...creatorsQuery(typed), placeholderData: keepPreviousData }).data);

const day = (value: string) => (
  <time dateTime={value} title={formatMoment(value)}>
    {formatDate(value)}
  </time>
);

/** The columns of a note list that a role sees, in order. */
export function noteColumns(pages: NoteKindPages, role: Role): readonly DataColumn<NoteRow>[] {
  const columns: (DataColumn<NoteRow> | false)[] = [
    leadColumn('id', 'ID', 108, (row) => (
      <Link to={pages.notePath} params={{ id: row.id }} className={classes.id}>
        {shortId(row.id)}
      </Link>
    )),
    {
      id: 'created_at',
      glance: true,
      header: 'Created',
      width: 112,
      filter: { kind: 'date' },
      cell: (row) => day(row.created_at),
    },
    can(role, 'notes.creator-column') && {
      id: 'created_by',
      glance: true,
      header: 'Created By',
      under: 'created_at',
      filter: { kind: 'options', useOptions: useCreators },
      cell: (row) => row.created_by,
    },
    { id: 'updated_at', header: 'Updated', width: 112, filter: { kind: 'date' }, cell: (row) => day(row.updated_at) },
    {
      id: 'updated_by',
      header: 'Updated By',
      under: 'updated_at',
      filter: { kind: 'text', whole: true },
      cell: (row) => row.updated_by,
    },
    can(role, 'notes.tenant-filter') && {
      id: 'tenant',
      header: 'Tenant',
      width: 120,
      wraps: true,
      filter: tenantFilter,
      cell: (row) => row.tenant,
    },
    pages.hasCodes && {
      id: 'state',
      glance: true,
      header: 'Status',
      width: 124,
      filter: wordsFilter(noteStateWords),
      cell: noteState,
    },
    pages.hasCodes && {
      id: 'cpt_codes_approved',
      header: 'CPT Codes',
      width: 124,
      wraps: true,
      filter: { kind: 'text' },
      cell: (row) => <span className={classes.codes}>{row.cpt_codes_approved?.join(', ')}</span>,
    },
    {
      id: 'filename',
      header: 'Filename',
      under: 'id',
      filter: { kind: 'text' },
      cell: ({ filename }) =>
        filename === null ? null : (
          <span title={printable(filename)}>
            <ShownText text={filename} />
          </span>
        ),
    },
    {
      id: 'text',
      glance: true,
      header: `${pages.plural} text`,
      sortable: false,
      grow: true,
      filter: { kind: 'text' },
      cell: noteText,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Of those, what the role may ask: a link from an administrator must not make a data-entry clerk's list fail. */
export function allowedFilters(columns: readonly DataColumn<NoteRow>[], role: Role): readonly string[] {
  const fields = columns.flatMap((column) => filterFields(column));
  return can(role, 'notes.see-creator') && !fields.includes('created_by') ? [...fields, 'created_by'] : fields;
}
