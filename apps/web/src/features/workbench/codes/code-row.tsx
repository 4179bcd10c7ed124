import { memo } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { CodeLink } from '@incisive/contract/code-links';
import { CodeStatePill } from '../../../components/feedback/code-state.tsx';
import { Checkbox } from '../../../components/form/checkbox.tsx';
import { lazyPart } from '../../../components/overlay/lazy-part.tsx';
import { Tooltip } from '../../../components/overlay/tooltip.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { attribution, byOf, isApproved, isRejected, stateOf } from './code-sheet.ts';
import { Confidence } from './confidence.tsx';
import type { CodeSheet } from './use-code-sheet.ts';
import { keyOf } from '../keyboard.ts';
import classes from './code-table.module.css';

/** Why a code was rejected: on its row, and under the rows while it is asked. */
export const Rejection = lazyPart(async () => (await import('./reject-reasons.tsx')).Rejection);

/** What became of a code on settled notes like this one: on its row, and the list of them beside the table. */
export const Precedents = lazyPart(async () => (await import('./precedents.tsx')).Precedents);

export interface CodeRowProps {
  readonly noteId: string;
  readonly link: CodeLink;
  readonly decides: boolean;
  readonly current: boolean;
  readonly ticked: boolean;
  /** It stands above a code of a higher chance. */
  readonly early: boolean;
  /** That it and another code of the note are not reported together. */
  readonly bundled: string | undefined;
  readonly busy: boolean;
  readonly onCurrent: (code: string) => void;
  readonly onVisit: (code: string) => void;
  readonly onTick: (code: string) => void;
  readonly onAct: (action: 'approve' | 'reject', link: CodeLink) => void;
  readonly onShow: (code: string) => void;
  readonly onPrecedents: (code: string) => void;
  /** Asks why it was rejected. */
  readonly setRejected: CodeSheet['setRejected'];
}

/** One code on the note: what it is, why it is there, who acted on it, and the two acts. A rejection may add why. */
export const CodeRow = memo(function CodeRow(props: CodeRowProps) {
  const { link, decides, current, ticked, early, bundled, busy, onCurrent, onVisit, onTick, onAct, onShow, setRejected } = props;
  const state = stateOf(link);
  return (
    <tr
      className={classes.row}
      data-code={link.code}
      data-state={state}
      data-current={current ? true : undefined}
      data-busy={busy ? true : undefined}
      aria-current={current ? true : undefined}
      tabIndex={current ? 0 : -1}
      onFocus={() => onCurrent(link.code)}
      onClick={(event) => {
        // Its own buttons act on the code; the rest of the row goes to it.
        if (!(event.target as Element).closest('button, input, label')) onVisit(link.code);
      }}
    >
      {decides ? (
        <td className={classes.tickCell}>
          <Checkbox label={`Select code ${link.code}`} checked={ticked} onChange={() => onTick(link.code)} />
        </td>
      ) : null}
      <th scope="row" className={classes.codeCell}>
        {link.code}
        {link.retired ? <small className={classes.retired}>Retired</small> : null}
      </th>
      <td className={classes.wordsCell}>
        <div className={classes.description}>{link.description}</div>
        {bundled ? <div className={classes.bundled}>{bundled}</div> : null}
        {link.why ? <div className={classes.why}>{link.why}</div> : null}
        {early ? <div className={classes.why}>Ranked by how well it matches the note; a code below is more likely.</div> : null}
        {link.evidence.length > 0 ? (
          <button type="button" className={classes.show} onClick={() => onShow(link.code)}>
            Show in note
          </button>
        ) : null}
        {state === 'SUGGESTED' ? <Precedents noteId={props.noteId} code={link.code} onOpen={props.onPrecedents} /> : null}
      </td>
      <td className={classes.byCell}>
        <StateBy link={link} />
        {state === 'REJECTED' ? <Rejection link={link} setRejected={setRejected} /> : null}
      </td>
      {decides ? (
        <td className={classes.actCell}>
          <Act
            word="Approve"
            link={link}
            off={isApproved(link) || busy}
            shortcut={keyOf('approve')}
            onAct={() => onAct('approve', link)}
          />
          <Act
            word="Reject"
            link={link}
            off={isRejected(link) || busy}
            shortcut={keyOf('reject')}
            onAct={() => onAct('reject', link)}
          />
        </td>
      ) : null}
    </tr>
  );
});

function StateBy({ link }: { readonly link: CodeLink }) {
  const state = stateOf(link);
  const by = byOf(link);
  const pairs = attribution(link);
  const pill = <CodeStatePill state={state} />;
  return (
    <>
      {pairs.length === 0 ? (
        pill
      ) : (
        <Tooltip
          label={
            <>
              {pairs.map((pair) => (
                <div key={pair.word}>
                  {pair.word} by {pair.by}, {formatMoment(pair.at)}
                </div>
              ))}
            </>
          }
        >
          {pill}
        </Tooltip>
      )}
      {by !== null ? (
        <span className={classes.by}>by {by}</span>
      ) : link.confidence !== null ? (
        <Confidence value={link.confidence} />
      ) : null}
    </>
  );
}

interface ActProps {
  readonly word: 'Approve' | 'Reject';
  readonly link: CodeLink;
  readonly off: boolean;
  readonly shortcut: string;
  readonly onAct: () => void;
}

/** Off by aria-disabled: a button that turns off under the focus must not lose it. */
function Act({ word, link, off, shortcut, onAct }: ActProps) {
  const Icon = word === 'Approve' ? IconCheck : IconX;
  return (
    <Tooltip
      label={
        <>
          {word} <kbd>{shortcut}</kbd>
        </>
      }
    >
      <ActionIcon
        variant="default"
        size={30}
        className={word === 'Approve' ? classes.approve : classes.reject}
        aria-label={`${word} ${link.code}`}
        aria-disabled={off}
        data-off={off ? true : undefined}
        onClick={() => {
          if (!off) onAct();
        }}
      >
        <Icon size={17} stroke={2} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
