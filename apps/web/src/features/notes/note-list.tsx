import { useEffect, useMemo } from 'react';
import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { limits } from '@incisive/contract/limits';
import type { NoteRow } from '@incisive/contract/notes';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { ListSearch } from '../../components/data-table/list-search.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { useMoreList } from '../../components/data-table/use-list-query.ts';
import { useSelection } from '../../components/data-table/use-selection.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { BulkAction } from '../../components/layout/list-page.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { rememberTrail } from '../../lib/note-trail.ts';
import type { ListAddress } from '../../lib/note-trail.ts';
import { useCan, useRole } from '../../lib/session/profile.ts';
import { BackgroundExports } from './background-exports.tsx';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { allowedFilters, noteColumns } from './note-columns.tsx';
import { edNotePages, opNotePages } from './note-pages.ts';
import type { NoteKindPages } from './note-pages.ts';
import { notesKey } from './notes.queries.ts';
import { StateTabs } from './state-tabs.tsx';
import { AddButton } from '../../components/layout/add-button.tsx';

const nameOf = (row: NoteRow): string => row.filename ?? shortId(row.id);

const numbered = (size: number, { label, plural }: NoteKindPages): string =>
  `${size.toLocaleString('en-US')} ${size === 1 ? label : plural}`;

interface NoteListOptions {
  /** Parameters that every call of this list carries, such as the tenant of the page it stands on. Keep them stable. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** What the list of all notes is filtered by to show these: the way back from a note leads there. */
  readonly address?: ListAddress;
  /** Columns that say nothing here. Keep them stable. */
  readonly without?: readonly string[];
}

/** Columns, state and rows of a note list; what it shows is remembered for N, P and the way back. */
export function useNoteList(pages: NoteKindPages, { fixed, address, without }: NoteListOptions = {}) {
  const role = useRole();
  const columns = useMemo(
    () => noteColumns(pages, role).filter((column) => !without?.includes(column.id)),
    [pages, role, without],
  );
  const options = useMemo(
    () => ({
      filters: allowedFilters(columns, role),
      sortable: columns.filter((column) => column.sortable ?? true).map((column) => column.id),
      defaultRows: pages.defaultRows,
    }),
    [columns, role, pages],
  );
  const state = useListState(options);
  const list = useMemo(() => ({ ...state, query: { ...state.query, ...fixed } }), [state, fixed]);
  const data = useMoreList([...notesKey(pages.kind), 'list'], pages.list, list);
  const { rows, count, stale } = data;
  const next = data.paging.mode === 'more' ? data.paging.next : null;
  const search: ListSearch = useSearch({ strict: false });
  useEffect(() => {
    // Rows of another filter or order are not this list.
    if (data.status !== 'success' || stale) return;
    const shown = Object.entries(search).filter((entry): entry is [string, string | number] => entry[1] !== undefined);
    const whole = { ...Object.fromEntries(shown), ...address };
    rememberTrail(
      pages.kind,
      rows.map((row) => row.id),
      { ...(count === undefined ? {} : { total: count }), next, search: whole },
    );
  }, [pages.kind, rows, count, next, search, address, data.status, stale]);
  return { columns, list, data };
}

/** /opnotes and /ednotes. */
function NoteList({ pages }: { readonly pages: NoteKindPages }) {
  const mayCreate = useCan('notes.create');
  const mayDelete = useCan('notes.delete');
  const takesClaims = useCan('claims.export');
  const exportClaims = takesClaims ? pages.beginClaimExport : null;
  const { columns, list, data } = useNoteList(pages);
  const selection = useSelection<NoteRow>();

  const remove = async (): Promise<void> => {
    const notice = await pages.removeMany(selection.ids);
    selection.clear();
    toast(notice);
  };

  const exportSelected = async (): Promise<void> => {
    if (selection.size <= limits.directExportNotes) return pages.exportMany(selection.ids);
    await pages.beginExport(selection.ids);
  };

  return (
    <div className="page page-list">
      <PageHeader title={pages.plural} crumbs={[{ label: pages.plural }]}>
        {mayCreate ? (
          <>
            <AddButton to={pages.newPath}>Add {pages.label}</AddButton>
            <Button component={Link} to={pages.uploadButtonPath} variant="default">
              Upload
            </Button>
          </>
        ) : null}
        <Button component={Link} to="/feedbacks/new" variant="subtle" color="gray">
          Leave feedback
        </Button>
      </PageHeader>
      <BackgroundExports pages={pages} />
      <DataTable
        label={pages.plural}
        columns={columns}
        nameOf={nameOf}
        list={list}
        data={data}
        selection={selection}
        tabs={pages.hasCodes ? <StateTabs list={list} /> : null}
        bulk={
          <>
            <BulkAction label="Export selected" size={selection.size} run={exportSelected} />
            {exportClaims ? (
              <BulkAction
                label="Export claims"
                size={selection.size}
                run={async () => void (await exportClaims(selection.ids, 'csv'))}
              />
            ) : null}
            {mayDelete ? (
              <BulkAction
                label="Delete selected"
                size={selection.size}
                run={remove}
                confirm={{
                  ...pages.deleteDialog,
                  text: (
                    <>
                      {pages.deleteDialog.text} <strong>{numbered(selection.size, pages)} selected.</strong>
                    </>
                  ),
                }}
                danger
              />
            ) : null}
          </>
        }
        empty={
          <EmptyNote title={`No ${pages.plural} yet`}>
            {mayCreate ? (
              <>
                <Link to={pages.newPath}>Type or paste the first one</Link>, or{' '}
                <Link to={pages.kind === 'op' ? '/opnotes/upload' : '/ednotes/upload'}>upload files</Link>.
              </>
            ) : null}
          </EmptyNote>
        }
      />
    </div>
  );
}

export const OpNoteList = () => <NoteList pages={opNotePages} />;
export const EdNoteList = () => <NoteList pages={edNotePages} />;
