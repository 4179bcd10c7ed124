import { useMemo, useState } from 'react';
import { Button, Switch } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLock, IconPlayerTrackNext } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { queueShows } from '@incisive/contract/queue';
import type { QueueGroup, QueueRow, QueueShow } from '@incisive/contract/queue';
import { skipReasons } from '@incisive/contract/work-state';
import type { SkipReason } from '@incisive/contract/work-state';
import { DataTable } from '../../components/data-table/data-table.tsx';
import type { DataColumn } from '../../components/data-table/columns.ts';
import { useListState } from '../../components/data-table/use-list-state.ts';
import type { ListData } from '../../components/data-table/use-list-query.ts';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx';
import { Due } from '../../components/work/due.tsx';
import { ProcedureLink } from '../../components/work/procedure-link.tsx';
import { WorkTag } from '../../components/work/work-tag.tsx';
import { useOnline } from '../../lib/api/online.ts';
import { useCan } from '../../lib/session/profile.ts';
import { dueWords } from '../../lib/work/due-words.ts';
import { autoLoad, openFromQueue, takeNext } from '../../lib/work/take-next.ts';
import { type CaseAct, actOnCase, queueCasesQuery, queueHomeQuery } from '../../lib/work/work.queries.ts';
import { QueueNav } from './queue-nav.tsx';
import { QueuePeek } from './queue-peek.tsx';
import { useQueueKeys } from './queue-keys.ts';
import classes from './queue.module.css';

const ReasonDialog = lazyDialog(async () => (await import('../../components/work/reason-dialog.tsx')).ReasonDialog);

interface ShownRow extends QueueRow {
  readonly id: string;
  /** The case that Next would take now. */
  readonly isNext: boolean;
}

const groupWords: Readonly<Record<QueueGroup, string>> = {
  yours: 'Yours now',
  due: 'Late and due today',
  back: 'Back to you',
  waiting: 'Waiting',
  held: 'Held',
};

const waitsFor = { held: 'Held', queried: 'No answer', returned: 'Returned' } as const;
const flagsOf = (row: QueueRow): string[] => {
  if (row.state === 'held' || row.state === 'queried' || row.state === 'returned')
    return [`${row.reason?.label ?? waitsFor[row.state]} since ${row.since.slice(5, 7)}/${row.since.slice(8, 10)}`];
  const hard = row.questions >= 2 || row.lines > 5;
  return [
    ...(hard ? ['Hard'] : []),
    ...(row.questions > 0 ? [`${row.questions} ${row.questions === 1 ? 'question' : 'questions'}`] : []),
  ];
};

const columns: readonly DataColumn<ShownRow>[] = [
  {
    id: 'due',
    header: 'Due',
    sortable: false,
    width: 150,
    glance: true,
    cell: (row) => (
      <span className={classes.when}>
        {row.isNext ? <kbd title="Next takes this one">T</kbd> : <span className={classes.noKey} aria-hidden />}
        <Due on={row.due_on} />
      </span>
    ),
  },
  { id: 'age', header: 'Age', sortable: false, width: 54, cell: (row) => `${row.age_days} d` },
  {
    id: 'procedure',
    header: 'Procedure',
    sortable: false,
    grow: true,
    glance: true,
    cell: (row) => <ProcedureLink noteId={row.note_id} text={row.text} onClick={() => openFromQueue(row.note_id)} />,
  },
  { id: 'surgeon', header: 'Surgeon', sortable: false, width: 100, cell: (row) => row.surgeon },
  {
    id: 'state',
    header: 'State',
    sortable: false,
    width: 150,
    glance: true,
    cell: (row) => <WorkTag state={row.state} holder={row.holder} answered={row.answered} />,
  },
  {
    id: 'flags',
    header: 'Flags',
    sortable: false,
    width: 150,
    wraps: true,
    glance: true,
    cell: (row) => flagsOf(row).join(', '),
  },
];
const tenantColumn: DataColumn<ShownRow> = {
  id: 'tenant',
  header: 'Tenant',
  sortable: false,
  width: 112,
  wraps: true,
  cell: (row) => row.tenant ?? '',
};

const options = { filters: ['queue', 'show', 'more'], sortable: [] };
const isShow = (value: string | undefined): value is QueueShow => queueShows.some((one) => one === value);
type Asking = { readonly what: 'hold' | 'skip'; readonly noteId: string } | null;

/** /queue: what to do now, in the order in which Next takes it. */
export function QueueScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const online = useOnline();
  const list = useListState(options);
  const [asking, setAsking] = useState<Asking>(null);
  const [taking, setTaking] = useState(false);
  const [peeked, setPeeked] = useState<string>();
  const ownChoice = autoLoad.use();
  const { queue: from, show: asked, more } = list.filters;
  const show = isShow(asked) ? asked : 'all';
  const home = useQuery(queueHomeQuery);
  const configures = useCan('queue.configure');
  const query = useQuery(queueCasesQuery({ ...(from === undefined ? {} : { queue: from }), show, more: more === 'true' }));
  const groups = query.data?.groups;
  const first = query.data?.next;
  const rows = useMemo((): readonly ShownRow[] => {
    const all = (groups ?? []).flatMap((group) => group.rows);
    return all.map((row) => ({ ...row, id: row.note_id, isNext: row.note_id === first }));
  }, [groups, first]);
  const counts = new Map((groups ?? []).map((group) => [group.group, group]));
  const hidden = (groups ?? []).reduce((sum, group) => sum + group.count - group.rows.length, 0);

  const open = (noteId: string): void => void navigate({ to: '/opnotes/$id', params: { id: noteId } });
  const next = (): void => {
    setTaking(true);
    void takeNext(open, from).finally(() => setTaking(false));
  };
  const act = async (noteId: string, what: CaseAct, said: string): Promise<void> => {
    try {
      await actOnCase(queries, noteId, what);
      toast(said, { type: 'info' });
    } catch (error) {
      toastFailure(error);
    }
  };
  const rowOf = (id: string): ShownRow | undefined => rows.find((row) => row.id === id);
  const onMine = (run: (noteId: string) => void) => (id: string) => {
    if (rowOf(id)?.holder?.mine) run(id);
    else toast('Take the case first: Enter opens and takes it', { type: 'info' });
  };
  const looked = peeked === undefined ? undefined : rowOf(peeked);
  useQueueKeys({
    hold: onMine((noteId) => setAsking({ what: 'hold', noteId })),
    skip: onMine((noteId) => setAsking({ what: 'skip', noteId })),
    release: onMine((noteId) => void act(noteId, { do: 'release' }, 'Released')),
    resume: (id) => {
      if (rowOf(id)?.group === 'held') void act(id, { do: 'resume' }, 'Brought back');
    },
    peek: (id) => setPeeked((before) => (before === id ? undefined : id)),
    follow: (id) => setPeeked((before) => (before === undefined ? undefined : id)),
    closePeek: () => {
      setPeeked(undefined);
      return looked !== undefined;
    },
    choose: (digit) => list.setFilters(digit === 0 ? { queue: '' } : { queue: home.data?.queues[digit - 1]?.id ?? '' }),
  });

  const data: ListData<ShownRow> = {
    rows,
    count: rows.length,
    countIsMinimum: false,
    status: query.status,
    error: query.error,
    retry: () => void query.refetch(),
    stale: query.isPlaceholderData,
    waiting: query.fetchStatus === 'paused',
    paging: { mode: 'more', next: null, hasMore: false, loading: false, error: null, more: () => undefined },
  };
  const manyTenants = new Set(rows.map((row) => row.tenant)).size > 1;
  const beside = looked !== undefined;
  const tablet = useMediaQuery('(min-width: 601px) and (max-width: 900px)', undefined, { getInitialValueInEffect: false });
  const shownColumns = useMemo(() => {
    // Beside a peek the list gives up what the peek says, and where there is little room what a peek would.
    if (beside) return columns.filter(({ id }) => !['age', 'surgeon', 'flags'].includes(id));
    const shown = tablet ? columns.filter(({ id }) => !['age', 'surgeon'].includes(id)) : columns;
    return manyTenants ? [...shown, tenantColumn] : shown;
  }, [manyTenants, beside, tablet]);
  const named = home.data?.queues.find((one) => one.id === from)?.name ?? 'All my queues';
  const forced = home.data?.auto_load_forced ?? false;
  return (
    <div className={`page page-list ${classes.screen}`} data-peek={beside}>
      <QueueNav home={home.data} show={show} queue={from} onChoose={list.setFilters} />
      <div className={classes.main}>
        <PageHeader title="Queue" crumbs={[{ label: 'Queue' }]} aside={named}>
          <div className={classes.auto}>
            <Switch
              label="Auto-load next"
              checked={forced || ownChoice}
              disabled={forced}
              onChange={(event) => autoLoad.set(event.currentTarget.checked)}
            />
            {forced ? (
              <span className={classes.forced}>
                <IconLock size={13} aria-hidden /> set by your organization
              </span>
            ) : null}
          </div>
          {home.data?.fast_lane ? (
            <Button component={Link} to="/queue/fast" variant="default">
              Fast lane
            </Button>
          ) : null}
          {configures ? (
            <Button component={Link} to="/queue/manage" variant="default">
              Manage
            </Button>
          ) : null}
          <Button
            onClick={next}
            loading={taking}
            disabled={!online}
            leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
            rightSection={<kbd aria-hidden>T</kbd>}
          >
            Next
          </Button>
        </PageHeader>
        <DataTable
          label="Queue"
          columns={shownColumns}
          list={{ ...list, filters: {} }}
          data={data}
          groupOf={(row) => ({ key: row.group, label: groupWords[row.group], count: countOf(counts.get(row.group)) })}
          empty={<Nothing show={show} narrowed={from !== undefined} nextReturn={home.data?.next_return ?? null} />}
        />
        {hidden > 0 && more !== 'true' ? (
          <Button variant="default" size="xs" onClick={() => list.setFilters({ more: 'true' })}>
            Show more
          </Button>
        ) : null}
      </div>
      {looked ? <QueuePeek row={looked} onClose={() => setPeeked(undefined)} /> : null}
      <ReasonDialog
        opened={asking?.what === 'hold'}
        onClose={() => setAsking(null)}
        title="Hold: what does it wait for?"
        reasons={home.data?.hold_reasons ?? []}
        onChoose={(reason, words) =>
          asking
            ? void act(
                asking.noteId,
                { do: 'hold', reason: reason.key, ...(words === undefined ? {} : { words }) },
                `Held: ${reason.label}`,
              )
            : undefined
        }
      />
      <ReasonDialog
        opened={asking?.what === 'skip'}
        onClose={() => setAsking(null)}
        title="Skip: why?"
        reasons={skipReasons}
        onChoose={(reason) =>
          asking ? void act(asking.noteId, { do: 'skip', reason: reason.key as SkipReason }, 'Skipped for an hour') : undefined
        }
      />
    </div>
  );
}

const countOf = (group: { count: number; count_is_minimum: boolean } | undefined): string =>
  group ? `${group.count.toLocaleString('en-US')}${group.count_is_minimum ? '+' : ''}` : '';

function Nothing(props: { readonly show: QueueShow; readonly narrowed: boolean; readonly nextReturn: string | null }) {
  const { show, narrowed, nextReturn } = props;
  if (show !== 'all' || narrowed)
    return (
      <EmptyNote title="Nothing here">
        <Link to="/queue">Show all my queues</Link>
      </EmptyNote>
    );
  const back = nextReturn === null ? null : dueWords(nextReturn);
  return (
    <EmptyNote title="Nothing waits">
      {back ? `The next held case comes back ${back.day}, ${back.distance}. ` : null}
      <Link to="/opnotes">Look at all OpNotes</Link>
    </EmptyNote>
  );
}
