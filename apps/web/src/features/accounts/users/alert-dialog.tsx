import { useMemo } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Modal } from '../../../components/overlay/modal.tsx';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import type { Profile } from '@incisive/contract/auth';
import type { NoteRow } from '@incisive/contract/notes';
import { notices } from '@incisive/contract/notices';
import { opNotes } from '@incisive/contract/op-notes';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { DataColumn } from '../../../components/data-table/columns.ts';
import { noteText, shortId } from '../../../components/data-table/note-cells.tsx';
import type { ListData } from '../../../components/data-table/use-list-query.ts';
import { useLocalListState } from '../../../components/data-table/use-local-list-state.ts';
import { useSelection } from '../../../components/data-table/use-selection.ts';
import { EmptyNote, FailureNote } from '../../../components/feedback/failure-note.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { call, callNext } from '../../../lib/api/call.ts';
import { formatDate } from '../../../lib/dates.ts';

import classes from './users.module.css';
const columns: readonly DataColumn<NoteRow>[] = [
  { id: 'id', header: 'ID', width: 82, cell: (row) => <code>{shortId(row.id)}</code> },
  { id: 'created_at', header: 'Created', width: 108, cell: (row) => formatDate(row.created_at) },
  { id: 'created_by', header: 'Created By', width: 108, cell: (row) => row.created_by ?? '' },
  { id: 'tenant', header: 'Tenant', width: 130, wraps: true, sortable: false, cell: (row) => row.tenant ?? '' },
  {
    id: 'cpt_codes_approved',
    header: 'CPT Codes',
    width: 110,
    wraps: true,
    cell: (row) => row.cpt_codes_approved?.join(', ') ?? '',
  },
  { id: 'text', header: 'OpNotes', sortable: false, grow: true, cell: noteText },
];

function useNotes(query: Record<string, string | number>): ListData<NoteRow> {
  const notes = useInfiniteQuery({
    queryKey: ['op-notes', 'alert', query],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      pageParam === null ? call(opNotes.list, { query: query as never, signal }) : callNext(opNotes.list, pageParam, signal),
    getNextPageParam: (last) => last.next,
  });
  const pages = notes.data?.pages;
  return {
    rows: useMemo(() => pages?.flatMap((page) => page.results) ?? [], [pages]),
    count: pages?.[0]?.count,
    countIsMinimum: pages?.[0]?.count_is_minimum ?? false,
    status: notes.status,
    error: notes.error,
    retry: () => void notes.refetch(),
    stale: false,
    paging: {
      mode: 'more',
      next: null,
      hasMore: notes.hasNextPage,
      loading: notes.isFetchingNextPage,
      error: null,
      more: () => void notes.fetchNextPage(),
    },
  };
}

/** 'User alert': tells the chosen users about chosen OpNotes, by mail and in-app notice. Mails carry links and counts only. */
export function AlertDialog({
  users,
  onClose,
  onDone,
}: {
  readonly users: readonly Profile[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const list = useLocalListState();
  const data = useNotes(list.query);
  const selection = useSelection<NoteRow>();
  const send = useMutation({
    mutationFn: () => call(accounts.alert, { body: { op_notes: [...selection.ids], users: users.map((user) => user.id) } }),
    onSuccess: () => {
      toast(notices.usersAlerted(users.length, selection.size));
      onDone();
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="User alert" size="min(1000px, 96vw)">
      <p className="dialog-text">The selected notes will be shown to {users.map((user) => user.username).join(', ')}.</p>
      <NoteSearch onSearch={(text) => list.setFilters({ text })} />
      <DataTable
        label="OpNotes"
        columns={columns}
        list={list}
        data={data}
        selection={selection}
        nameOf={(row) => `note ${shortId(row.id)}`}
        inline
        empty={<EmptyNote title="No OpNotes yet" />}
      />
      <div className={classes.foot}>
        {send.error ? <FailureNote error={send.error} /> : null}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={selection.size === 0} loading={send.isPending} onClick={() => send.mutate()}>
            Alert
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** Searches the text of the notes while one types. */
function NoteSearch({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const search = useDebouncedCallback(onSearch, 300);
  return (
    <TextInput
      data-autofocus
      type="search"
      label="Search in the text"
      mb="sm"
      maxLength={200}
      onChange={(event) => search(event.currentTarget.value.trim())}
    />
  );
}
