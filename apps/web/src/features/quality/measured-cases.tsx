import { useMemo } from 'react';
import { type ClaimReason, claimReasons } from '@incisive/contract/claim-rules';
import { rejectReasons } from '@incisive/contract/reject-reasons';
import { caseSets, measuredOrderings, quality } from '@incisive/contract/quality';
import type { LagStep, MeasuredCase } from '@incisive/contract/quality';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { wordsFilter, wordsOr } from '../../components/data-table/columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import type { Sort } from '../../components/data-table/use-list-state.ts';
import { usePagedList } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { ListScreen } from '../../components/layout/list-screen.tsx';
import { Due } from '../../components/work/due.tsx';
import { ProcedureLink } from '../../components/work/procedure-link.tsx';
import { WorkTag } from '../../components/work/work-tag.tsx';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { bandWords, setWords, stepWords } from './quality-words.ts';
import { useScope } from './use-scope.ts';

const dueFirst: Sort = { field: 'due_on', dir: 'asc' };
const options = {
  filters: ['set', 'age', 'late', 'due', 'due_by', 'reason', 'code', 'coder', 'asked', 'step', 'days', 'tenant'],
  sortable: measuredOrderings,
  defaultSort: dueFirst,
  defaultRows: 25,
};

const columns: readonly DataColumn<MeasuredCase>[] = [
  { id: 'due_on', header: 'Due', width: 132, glance: true, cell: (row) => <Due on={row.due_on} /> },
  {
    id: 'age_days',
    header: 'Age',
    width: 84,
    filter: { ...wordsFilter(bandWords), field: 'age' },
    cell: (row) => `${row.age_days} d`,
  },
  {
    id: 'procedure',
    header: 'Procedure',
    sortable: false,
    grow: true,
    glance: true,
    cell: (row) => <ProcedureLink noteId={row.note_id} text={row.text} />,
  },
  { id: 'surgeon', header: 'Surgeon', sortable: false, width: 108, cell: (row) => row.surgeon },
  { id: 'coder', header: 'Coder', sortable: false, width: 108, cell: (row) => row.coder ?? '' },
  { id: 'state', header: 'State', sortable: false, width: 116, glance: true, cell: (row) => <WorkTag state={row.state} plain /> },
  { id: 'reason', header: 'Waits for', sortable: false, width: 170, glance: true, cell: (row) => row.reason ?? '' },
  { id: 'since', header: 'Since', width: 104, cell: (row) => formatDate(row.since) },
];
const tenantColumn: DataColumn<MeasuredCase> = {
  id: 'tenant_name',
  header: 'Tenant',
  sortable: false,
  width: 132,
  wraps: true,
  cell: (row) => row.tenant ?? 'None',
};

/** The number that the rows stand behind, in words. */
export function rowsTitle(filters: Readonly<Record<string, string>>): string {
  const set = caseSets.find((one) => one === filters['set']) ?? 'not-final';
  const about = [
    filters['step'] ? stepWords[filters['step'] as LagStep] : null,
    set === 'error-met' && filters['reason']
      ? (claimReasons[filters['reason'] as ClaimReason]?.title ?? filters['reason'])
      : null,
    filters['code'] ?? null,
    set === 'rejected' ? (rejectReasons.find(({ key }) => key === filters['reason'])?.label ?? null) : null,
    filters['coder'] ?? null,
    filters['asked'] ?? null,
    filters['late'] === 'true' ? 'late' : null,
    filters['due'] ? `due ${formatDay(filters['due'])}` : null,
    filters['due_by'] ? `due by ${formatDay(filters['due_by'])}` : null,
    filters['age'] ? wordsOr(bandWords, filters['age']) : null,
  ].filter((word) => word !== null);
  return [setWords[set], ...about].join(', ');
}

/** /overview/cases: the cases that a number of the overview counts. */
export function MeasuredCases() {
  const list = useListState(options);
  const data = usePagedList(['quality', 'cases'], quality.cases, list);
  const leads = useCan('notes.choose-tenant');
  const { days, tenant } = useScope();
  const shown = useMemo(() => (leads ? [...columns, tenantColumn] : columns), [leads]);
  const search = { days, ...(tenant === undefined ? {} : { tenant }) };
  return (
    <ListScreen
      title={rowsTitle(list.filters)}
      parent={{ label: 'Overview', to: '/overview', search }}
      columns={shown}
      // What the rows stand behind is said by the heading; a narrower age is the reader's own choice.
      list={{ ...list, filters: list.filters['age'] === undefined ? {} : { age: list.filters['age'] } }}
      data={data}
      empty={<EmptyNote title="No such cases now">They have moved on since the figure was counted.</EmptyNote>}
    />
  );
}
