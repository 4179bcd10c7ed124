import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button, NativeSelect, SegmentedControl, Switch } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import type { CodeLink } from '@incisive/contract/code-links';
import { amaNotice } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import type { SuggestionSize } from '@incisive/contract/limits';
import { modesOf } from '@incisive/contract/roles';
import type { CodeState, Role } from '@incisive/contract/roles';
import { codeStates } from '../../../components/feedback/code-state.tsx';
import { openNextAfterTrain } from '../../../lib/open-next.ts';
import { useMay } from '../../../lib/session/profile.ts';
import { Rejection } from './code-row.tsx';
import { CodeTable } from './code-table.tsx';
import type { CodeTableProps } from './code-table.tsx';
import { keyOf } from '../keyboard.ts';
import classes from './code-panel.module.css';

export interface CodePanelProps extends Omit<CodeTableProps, 'decides' | 'adds'> {
  readonly role: Role;
  /** Its key led here: what had the focus went with the claim that it took the place of. */
  readonly takesFocus: boolean;
  readonly onAdd: () => void;
  readonly onTrain: () => void;
  readonly training: boolean;
  /** Above suggestions that are shown though the note reads as one where nothing was done. */
  readonly above: ReactNode;
  /** In place of suggestions that are held back. */
  readonly withheld: ReactNode;
}

const sizes = limits.suggestionSizes.map(String);

/** Everything right of the note: what is shown, the table, and the acts on ticked codes. */
export function CodePanel({ role, takesFocus, onAdd, onTrain, training, above, withheld, ...table }: CodePanelProps) {
  const { sheet, ticked } = table;
  const panel = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    const row = panel.current?.querySelector<HTMLElement>('tr[aria-current="true"]');
    (row ?? panel.current)?.focus({ preventScroll: true });
  }, [takesFocus]);
  const may = useMay();
  const decides = may('codes.decide');
  const adds = may('codes.assign') || may('codes.code');
  const tickedLinks = sheet.rows.filter((row) => ticked.has(row.link.code)).map((row) => row.link);
  const running = sheet.busy.size > 0;
  const actOnTicked = (action: 'approve' | 'reject') => (): void => void sheet.act(action, tickedLinks);
  return (
    <section ref={panel} tabIndex={-1} className={classes.panel} aria-label="CPT codes">
      {may('codes.choose-mode') && modesOf(role).length > 1 ? (
        <Controls role={role} sheet={sheet} />
      ) : (
        <div className={classes.controls}>CPT codes</div>
      )}
      <div ref={scroller} className={classes.rows}>
        {above}
        {withheld && sheet.rows.length === 0 ? null : <CodeTable {...table} decides={decides} adds={adds} />}
        {withheld}
      </div>
      {sheet.rejected ? <Rejection sheet={sheet} /> : null}
      {decides ? (
        <div className={classes.foot}>
          <p className={classes.status} role={sheet.failure ? 'alert' : undefined}>
            {sheet.failure ? (
              <span className={classes.failure}>{sheet.failure}</span>
            ) : tickedLinks.length > 0 ? (
              `${tickedLinks.length} selected`
            ) : (
              <ApprovedCount sheet={sheet} />
            )}
          </p>
          <div className={classes.acts}>
            <FootButton
              shortcut={keyOf('approve')}
              disabled={tickedLinks.length === 0 || running}
              onClick={actOnTicked('approve')}
            >
              Approve Selected
            </FootButton>
            <FootButton shortcut={keyOf('reject')} disabled={tickedLinks.length === 0 || running} onClick={actOnTicked('reject')}>
              Reject Selected
            </FootButton>
            {adds ? (
              <FootButton shortcut={keyOf('add-code')} onClick={onAdd}>
                Add CPT Code
              </FootButton>
            ) : null}
            {may('codes.train') ? (
              <Button
                size="xs"
                className={classes.train ?? ''}
                disabled={sheet.approved.length === 0 || running}
                loading={training}
                onClick={onTrain}
                rightSection={<kbd aria-hidden>{keyOf('train')}</kbd>}
                classNames={{ section: classes.key ?? '' }}
              >
                Train
              </Button>
            ) : null}
            {may('codes.train') ? <OpenNextSwitch /> : null}
          </div>
        </div>
      ) : null}
      <p className={classes.notice}>{amaNotice}</p>
    </section>
  );
}

/** What Train would send, also when the chosen mode does not show it. */
function ApprovedCount({ sheet }: Pick<CodePanelProps, 'sheet'>) {
  const count = sheet.approved.length;
  if (count === 0) return null;
  const words = `${count} approved`;
  if (sheet.mode === null || sheet.mode === 'APPROVED') return <>{words}</>;
  return (
    <button type="button" className={classes.count} onClick={() => sheet.setMode('APPROVED')}>
      {words}
    </button>
  );
}

/** Whether Train goes on to the next note of the list. */
function OpenNextSwitch() {
  return (
    <Switch
      size="xs"
      className={classes.openNext ?? ''}
      label="Then open the next note"
      checked={openNextAfterTrain.use()}
      onChange={(event) => openNextAfterTrain.set(event.currentTarget.checked)}
    />
  );
}

function FootButton(props: { shortcut: string; disabled?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button
      size="xs"
      variant="default"
      disabled={props.disabled ?? false}
      onClick={props.onClick}
      rightSection={<kbd aria-hidden>{props.shortcut}</kbd>}
      classNames={{ section: classes.key ?? '' }}
    >
      {props.children}
    </Button>
  );
}

function Controls({ role, sheet }: Pick<CodePanelProps, 'role' | 'sheet'>) {
  const modes = modesOf(role);
  return (
    <div className={classes.controls}>
      <span className={classes.label} id="max-suggestions">
        Max Suggestions
      </span>
      <SegmentedControl
        size="xs"
        aria-labelledby="max-suggestions"
        data={sizes}
        value={String(sheet.size)}
        onChange={(value) => sheet.setSize(Number(value) as SuggestionSize)}
      />
      <span className={classes.label} aria-hidden>
        Suggestion Mode
      </span>
      <NativeSelect
        size="xs"
        className={classes.mode ?? ''}
        aria-label="Suggestion Mode"
        data={[
          // Without a mode: the default view. A role with one mode has nothing to clear.
          ...(modes.length > 1 ? [{ value: '', label: 'Approved, Suggested' }] : []),
          ...modes.map((mode) => ({ value: mode, label: codeStates[mode].word })),
        ]}
        value={sheet.mode ?? ''}
        onChange={(event) => sheet.setMode((event.currentTarget.value || null) as CodeState | null)}
      />
    </div>
  );
}

/** The codes that A and R act on: the ticked ones, else the one that is focused. */
export function codesToActOn(
  rows: CodePanelProps['sheet']['rows'],
  ticked: ReadonlySet<string>,
  current: string | null,
): CodeLink[] {
  const chosen = rows.filter((row) => (ticked.size > 0 ? ticked.has(row.link.code) : row.link.code === current));
  return chosen.map((row) => row.link);
}
