import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { amaNotice, cptCodeOrderings, cptCodes } from '@incisive/contract/cpt-codes';
import type { CptCode } from '@incisive/contract/cpt-codes';
import { notices } from '@incisive/contract/notices';
import { filtersOf } from '../../components/data-table/columns.ts';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { leadColumn, recordColumns } from '../../components/data-table/record-columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { DeleteSelected } from '../../components/layout/list-page.tsx';
import { ListScreen, useBulk } from '../../components/layout/list-screen.tsx';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { AddButton } from '../../components/layout/add-button.tsx';

const columns: readonly DataColumn<CptCode>[] = [
  leadColumn('code', 'Code', 92, (row) => (
    <Link to="/cptcodes/$id" params={{ id: row.code }}>
      <code>{row.code}</code>
    </Link>
  )),
  recordColumns.created_at,
  recordColumns.created_by,
  recordColumns.updated_at,
  recordColumns.updated_by,
  {
    id: 'description',
    glance: true,
    header: 'Description',
    filter: { kind: 'text' },
    grow: true,
    wraps: true,
    cell: (row) => row.description,
  },
];
const options = { filters: filtersOf(columns), sortable: cptCodeOrderings, ranked: ['code', 'description'] };

/** /cptcodes: the active catalogue. */
export function CodeList() {
  const list = useListState(options);
  const data = usePagedList(['cpt-codes', 'list'], cptCodes.list, list);
  const { selection, act } = useBulk<CptCode>('cpt-codes');
  const manages = useCan('catalogue.manage');
  const remove = () => act((ids) => call(cptCodes.removeMany, { body: { codes: ids } }), notices.cptCodesDeleted);
  const bulk = <DeleteSelected size={selection.size} what={selection.size === 1 ? 'code' : 'codes'} run={remove} />;
  const actions = (
    <>
      <AddButton to="/cptcodes/new">Add CptCode</AddButton>
      <Button variant="default" component={Link} to="/cptcodes/upload">
        Upload
      </Button>
      <Button variant="default" component={Link} to="/cptcodes/edit-files">
        Edit files
      </Button>
    </>
  );
  return (
    <ListScreen
      title="CPT codes"
      columns={columns}
      list={list}
      data={data}
      {...(manages ? { actions, bulk, selection, nameOf: (row: CptCode) => row.code } : {})}
      empty={<EmptyNote title="The catalog is empty">Upload your licensed file, or add codes one by one.</EmptyNote>}
    >
      <p className="ama">{amaNotice}</p>
    </ListScreen>
  );
}
