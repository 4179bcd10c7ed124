import { Fragment, useMemo, useState } from 'react';
import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { CodeLink } from '@incisive/contract/code-links';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { bundleHints } from './bundle-hints.ts';
import { AlternativeRows } from './alternative-rows.tsx';
import { CodeRow, Precedents } from './code-row.tsx';
import { emptyWords, groupTitles, outOfOrder } from './code-sheet.ts';
import { percentOf } from './confidence.tsx';
import { keyOf } from '../keyboard.ts';
import type { CodeSheet } from './use-code-sheet.ts';
import classes from './code-table.module.css';

export interface CodeTableProps {
  readonly sheet: CodeSheet;
  readonly decides: boolean;
  /** May add codes that nobody suggests. */
  readonly adds: boolean;
  readonly current: string | null;
  readonly ticked: ReadonlySet<string>;
  /** Focused, without moving the note. */
  readonly onCurrent: (code: string) => void;
  /** Clicked: its words may be brought into sight. */
  readonly onVisit: (code: string) => void;
  readonly onTick: (code: string) => void;
  readonly onTickAll: (all: boolean) => void;
  readonly onAct: (action: 'approve' | 'reject', link: CodeLink) => void;
  readonly onShow: (code: string) => void;
  /** Unlikely suggestions that one line stands for. */
  readonly folded: readonly CodeLink[];
  readonly onUnfold: () => void;
  /** By code of a lead: its alternatives and parts. */
  readonly under: ReadonlyMap<string, readonly CodeLink[]>;
  readonly openedLead: string | null;
  readonly onToggleLead: (code: string) => void;
}

/** The codes of the note in the mode chosen, in their tiers. */
export function CodeTable(props: CodeTableProps) {
  const { sheet, decides, adds, current, ticked, onTickAll, folded, onUnfold, under, openedLead, onToggleLead, ...rest } = props;
  const { rows } = sheet;
  const [precedents, setPrecedents] = useState<string | null>(null);
  const early = useMemo(() => outOfOrder(rows), [rows]);
  const bundled = useMemo(
    () =>
      bundleHints([...new Map([...sheet.approved, ...rows.map((row) => row.link)].map((link) => [link.code, link])).values()]),
    [sheet.approved, rows],
  );
  if (sheet.error !== null)
    return (
      <div className={classes.aside}>
        <FailureNote error={sheet.error} onRetry={sheet.retry} />
      </div>
    );
  const columns = decides ? 5 : 3;
  const all = rows.length > 0 && rows.every((row) => ticked.has(row.link.code));
  return (
    <>
      <table className={classes.table} aria-label="CPT codes of this note" aria-busy={sheet.loading}>
        <thead className={classes.head}>
          <tr>
            {decides ? (
              <th scope="col" className={classes.tickCell}>
                <Checkbox
                  label="Select all codes"
                  checked={all}
                  indeterminate={!all && ticked.size > 0}
                  disabled={rows.length === 0}
                  onChange={() => onTickAll(!all)}
                />
              </th>
            ) : null}
            <th scope="col" className={classes.codeCell}>
              CPT Code
            </th>
            <th scope="col">CPT Code Description</th>
            <th scope="col" className={classes.byCell}>
              By
            </th>
            {decides ? (
              <th scope="col" className={classes.actCell}>
                <span className="visually-hidden">Approve or reject</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {sheet.loading ? <Waiting columns={columns} /> : null}
          {!sheet.loading && rows.length === 0 ? (
            <tr>
              <td colSpan={columns} className={classes.empty}>
                {emptyWords(sheet.noneAtAll)}
                {adds ? <NextStep sheet={sheet} /> : null}
              </td>
            </tr>
          ) : null}
          {sheet.loading
            ? null
            : rows.map((row, at) => (
                <Fragment key={row.link.code}>
                  {row.group !== 'list' && row.group !== rows[at - 1]?.group ? (
                    <tr className={classes.groupRow}>
                      <td colSpan={columns}>
                        <div className={classes.group}>{groupTitles[row.group]}</div>
                      </td>
                    </tr>
                  ) : null}
                  <CodeRow
                    noteId={sheet.noteId}
                    onPrecedents={setPrecedents}
                    link={row.link}
                    decides={decides}
                    current={row.link.code === current}
                    ticked={ticked.has(row.link.code)}
                    early={early.has(row.link.code)}
                    bundled={bundled.get(row.link.code)}
                    busy={sheet.busy.has(row.link.code)}
                    setRejected={sheet.setRejected}
                    {...rest}
                  />
                  {under.has(row.link.code) ? (
                    <AlternativeRows
                      lead={row.link}
                      others={under.get(row.link.code) ?? []}
                      columns={columns}
                      opened={openedLead === row.link.code}
                      decides={decides}
                      busy={sheet.busy.has(row.link.code)}
                      onToggle={onToggleLead}
                      onReplace={(lead, other) => void sheet.replace(lead, other)}
                    />
                  ) : null}
                </Fragment>
              ))}
          {!sheet.loading && folded.length > 0 ? (
            <tr className={classes.folded}>
              <td colSpan={columns}>
                <button type="button" onClick={onUnfold} aria-label={`Show ${folded.length} more below 5%`}>
                  {folded.length} more below 5%
                  {folded.map((link) => (
                    <span key={link.code} className={classes.foldedCode}>
                      <span className="code">{link.code}</span> {percentOf(link.confidence ?? 0)}
                    </span>
                  ))}
                </button>
              </td>
            </tr>
          ) : null}
        </tbody>
      </table>
      <Precedents noteId={sheet.noteId} shown={precedents} onClose={() => setPrecedents(null)} />
    </>
  );
}

/** Why nothing is suggested, as far as that is known, and what to do about an empty table. */
function NextStep({ sheet }: Pick<CodeTableProps, 'sheet'>) {
  const suggests = sheet.mode === null || sheet.mode === 'SUGGESTED';
  const unread = suggests && sheet.noneAtAll;
  if (!unread && sheet.mode !== null && sheet.mode !== 'APPROVED') return null;
  return (
    <>
      {unread ? <div className={classes.why}>Nothing in this note reads like an operation in English.</div> : null}
      <div className={classes.why}>
        Search for a code with Add CPT Code <kbd>{keyOf('add-code')}</kbd>
      </div>
    </>
  );
}

const skeletonRows = [0, 1, 2, 3, 4];

/** Rows of about the shape that is coming. */
function Waiting({ columns }: { readonly columns: number }) {
  return skeletonRows.map((row) => (
    <tr key={row} className={classes.waiting}>
      <td colSpan={columns}>
        {row === 0 ? <output className="visually-hidden">Loading</output> : null}
        <Skeleton height={14} width={row % 2 === 0 ? '72%' : '58%'} />
        <Skeleton height={11} width="40%" mt={9} />
      </td>
    </tr>
  ));
}
