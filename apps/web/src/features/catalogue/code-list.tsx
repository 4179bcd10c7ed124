import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { amaNotice, cptCodeOrderings, cptCodes } from '@incisive/contract/cpt-codes';
import type { CptCode } from '@incisive/contract/cpt-codes';
import { notices } from '@incisive/contract/notices';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { useSelection } from '../../components/data-table/use-selection.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { DeleteSelected } from '../../components/layout/list-page.tsx';
import { ListScreen, useAfterBulk } from '../../components/layout/list-screen.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';

export const codeFilters = [
  'code',
  'description',
  'created_by',
  'updated_by',
  'created_at_after',
  'created_at_before',
  'updated_at_after',
  'updated_at_before',
] as const;
const options = { filters: codeFilters, sortable: cptCodeOrderings };
const idOf = (row: CptCode): string => row.id;

const columns: readonly DataColumn<CptCode>[] = [
  {
    id: 'code',
    glance: true,
    header: 'Code',
    width: 92,
    filter: { kind: 'text' },
    cell: (row) => (
      <Link to="/cptcodes/$id" params={{ id: row.code }}>
        <code>{row.code}</code>
      </Link>
    ),
  },
  { id: 'created_at', header: 'Created', width: 124, filter: { kind: 'date' }, cell: (row) => formatDate(row.created_at) },
  {
    id: 'created_by',
    header: 'Created By',
    under: 'created_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.created_by,
  },
  { id: 'updated_at', header: 'Updated', width: 124, filter: { kind: 'date' }, cell: (row) => formatDate(row.updated_at) },
  {
    id: 'updated_by',
    header: 'Updated By',
    under: 'updated_at',
    filter: { kind: 'text', whole: true },
    cell: (row) => row.updated_by ?? '',
  },
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

/** /cptcodes: the active catalogue. */
export function CodeList() {
  const list = useListState(options);
  const data = usePagedList(['cpt-codes', 'list'], cptCodes.list, list);
  const selection = useSelection(idOf);
  const manages = useCan('catalogue.manage');
  const finish = useAfterBulk(selection, 'cpt-codes');
  const remove = async (): Promise<void> => {
    const { count } = await call(cptCodes.removeMany, { body: { codes: [...selection.ids] } });
    await finish(notices.cptCodesDeleted(count));
  };
  const bulk = <DeleteSelected size={selection.size} what={selection.size === 1 ? 'code' : 'codes'} run={remove} />;
  const actions = (
    <>
      <Button component={Link} to="/cptcodes/new">
        Add CptCode
      </Button>
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
      idOf={idOf}
      list={list}
      data={data}
      {...(manages ? { actions, bulk, selection, nameOf: (row: CptCode) => row.code } : {})}
      empty={<EmptyNote title="The catalog is empty">Upload your licensed file, or add codes one by one.</EmptyNote>}
    >
      <p className="ama">{amaNotice}</p>
    </ListScreen>
  );
}
