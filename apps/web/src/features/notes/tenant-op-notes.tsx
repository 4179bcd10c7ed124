import { useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import type { Tenant } from '@incisive/contract/tenants';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { opNotePages } from './note-pages.ts';
import { useNoteList } from './note-list.tsx';

const without = ['tenant'];

/** The OpNotes of one tenant, inside its page. */
export function TenantOpNotes({ tenant }: { readonly tenant: Pick<Tenant, 'id' | 'name'> }) {
  const fixed = useMemo(() => ({ created_by__tenant: tenant.id }), [tenant.id]);
  const address = useMemo(() => ({ tenant: tenant.name }), [tenant.name]);
  const { columns, list, data } = useNoteList(opNotePages, { fixed, address, without });
  return (
    <>
      {data.rows.length > 0 ? (
        <p style={{ marginBottom: 12 }}>
          <Link to="/opnotes" search={{ tenant: tenant.name } as never}>
            Open these in OpNotes
          </Link>{' '}
          to export or delete.
        </p>
      ) : null}
      <DataTable
        label="OpNotes of this tenant"
        columns={columns}
        list={list}
        data={data}
        inline
        empty={<EmptyNote title="This tenant has no OpNotes" />}
      />
    </>
  );
}
