import { useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ClaimCase, ClaimFinding, ClaimLine } from '@incisive/contract/cases';
import { amaNotice } from '@incisive/contract/cpt-codes';
import type { Role } from '@incisive/contract/roles';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { HeldKeys } from '../../../components/overlay/held-keys.tsx';
import { useMay } from '../../../lib/session/profile.ts';
import { goOn } from '../../../lib/work/take-next.ts';
import type { CodeEvidence } from '../note/note-text-model.ts';
import { Diagnoses } from './claim-diagnoses.tsx';
import {
  lacksClaim,
  lacksLine,
  type LineEdit,
  merge,
  moveBy,
  onLine,
  orderByValue,
  pointTo,
  remove,
  split,
} from './claim-edits.ts';
import { ClaimFacts } from './claim-facts.tsx';
import { ModifierField, WhyField } from './claim-fields.tsx';
import { type ClaimKeyName, useClaimKeys } from './claim-keys.ts';
import { FindingRow, LineRow } from './claim-line.tsx';
import { CheckedAgain, CheckedBy, Count, FinishedBar, KeyLine, NoLines, Total } from './claim-foot.tsx';
import { fixesOf, isWaiting, messageOfFinding, type OfferedFix, takeProposed } from './claim-words.ts';
import { type LookedAt, SecondLook, useSecondLook } from './second-look.tsx';
import { type ChosenWords, type Claim, useClaim, useClaimMarks, useShownMarks } from './use-claim.ts';
import classes from './claim.module.css';

export interface ClaimPanelProps {
  readonly noteId: string;
  readonly text: string;
  readonly role: Role;
  /** Acts on codes are on their way: the claim is asked for once they are done. */
  readonly wait: boolean;
  readonly onMarks: (marks: readonly CodeEvidence[] | null) => void;
  /** How many lines it has: not as many as there are approved codes once one was split or removed. */
  readonly onLines: (lines: number) => void;
  readonly onCodes: () => void;
  readonly onOpen: (noteId: string) => void;
}

/** Told once: about the claim, not about one of its lines. */
const isOfClaim = (one: ClaimFinding, claim: ClaimCase): boolean =>
  ['data.not-covered', 'date.missing', 'date.future'].includes(one.reason) ||
  (one.reason === 'dx.missing' && claim.diagnoses.length === 0) ||
  !claim.lines.some((line) => line.id === one.lines[0]);

const readingKeys: readonly ClaimKeyName[] = ['next', 'finding'];

/** What is worth a key now, in the order of the work. */
const usefulKeys = (claim: ClaimCase, waiting: number, takes: boolean): readonly ClaimKeyName[] =>
  claim.lines.length === 0
    ? ['tab', ...(takes ? (['yes'] as const) : [])]
    : ['next', 'modifiers', 'units', 'diagnoses', ...(waiting > 0 ? (['finding', 'why'] as const) : []), 'order', 'remove'];

type Open = { readonly what: 'units' | 'day' | 'modifiers' | 'diagnoses' | 'why'; readonly key?: string } | null;

/** The claim of the note: its lines with what is to be said of them, diagnoses, what it was checked against, and Finish. */
export function ClaimPanel(props: ClaimPanelProps) {
  const claim = useClaim(props.noteId, props.wait);
  const { query } = claim;
  const [words, setWords] = useState<ChosenWords>(null);
  useShownMarks(useClaimMarks(claim.claim, claim.current, words), props.onMarks);
  const lines = claim.claim?.lines.length;
  const { onLines } = props;
  useEffect(() => {
    if (lines !== undefined) onLines(lines);
  }, [lines, onLines]);
  if (query.error && !claim.claim)
    return (
      <section aria-label="Claim" className={classes.panel}>
        <FailureNote onRetry={() => void query.refetch()}>Not checked: the rules did not answer.</FailureNote>
      </section>
    );
  if (!claim.claim)
    return (
      <section aria-label="Claim" className={classes.panel} aria-busy>
        <HeldKeys onEscape={props.onCodes} />
        <p className={classes.empty}>Checking</p>
      </section>
    );
  return <OpenClaim {...props} state={claim} claim={claim.claim} onWords={setWords} />;
}

function OpenClaim({
  text,
  role,
  noteId,
  onOpen,
  state,
  claim,
  onWords,
}: ClaimPanelProps & { readonly state: Claim; readonly claim: ClaimCase; readonly onWords: (words: ChosenWords) => void }) {
  const [open, setOpen] = useState<Open>(null);
  const [finding, setFinding] = useState<string | null>(null);
  const look = useSecondLook(claim, text);
  const panel = useRef<HTMLElement>(null);
  const dateField = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const frozen = claim.state === 'finished';
  const may = useMay();
  const queries = useQueryClient();
  const edits = may('claims.edit') && !frozen;
  const overrides = may('claims.override');
  const { current } = state;
  useEffect(() => {
    // Without lines there is no row to take the focus.
    if (claim.lines.length === 0) panel.current?.focus({ preventScroll: true });
  }, [claim.lines.length]);

  useEffect(() => {
    // The bar of a finished claim stands over its beginning.
    if (frozen && scroll.current) scroll.current.scrollTop = 0;
  }, [frozen]);

  const ofLine = (line: ClaimLine): ClaimFinding[] =>
    claim.findings.filter((one) => one.lines[0] === line.id && !isOfClaim(one, claim));
  const ofClaim = claim.findings.filter((one) => isOfClaim(one, claim));
  const [ofDay, ofRest] = [true, false].map((day) => ofClaim.filter((one) => one.reason.startsWith('date.') === day));
  const waiting = claim.findings.filter(isWaiting);
  const chosen =
    waiting.find((one) => one.key === finding) ??
    (current
      ? (waiting.find((one) => one.lines[0] === current.id) ?? waiting.find((one) => one.lines.includes(current.id)))
      : undefined) ??
    waiting[0];
  const close = (): void => {
    setOpen(null);
    // Keys go on where they were.
    queueMicrotask(() => {
      const row = panel.current?.querySelector<HTMLElement>('li[aria-current="true"]');
      (row ?? panel.current)?.focus({ preventScroll: true });
    });
  };
  const noFinding = (): void => void toast('No finding is open.', { type: 'info' });
  const goTo = (one: ClaimFinding | undefined): void => {
    if (!one) return noFinding();
    setFinding(one.key);
    if (one.lines[0]) state.focus(one.lines[0]);
    toast(messageOfFinding(one), { type: 'info' });
  };
  const step = (by: 1 | -1): void => {
    const at = current ? claim.lines.indexOf(current) : -1;
    const next = claim.lines[Math.max(0, Math.min(claim.lines.length - 1, at + by))];
    setFinding(null);
    if (next) state.focus(next.id);
  };
  const take = (fix: OfferedFix, about?: ClaimFinding): void => {
    if (fix.operations) {
      const operations = [...fix.operations];
      setFinding(null);
      void state.change(() => operations, fix.label);
      return;
    }
    if (fix.line) state.focus(fix.line);
    if (fix.opens === 'date') dateField.current?.focus();
    else if (fix.opens === 'why' && about) setOpen({ what: 'why', key: about.key });
    else if (fix.opens === 'modifiers' || fix.opens === 'diagnoses') setOpen({ what: fix.opens });
  };
  const edit = (run: LineEdit, said?: string): void => void state.change(onLine(current?.id, run), said);
  /** Opens a field, unless something is lacking that it is entered on. */
  const opener = (what: 'units' | 'day' | 'modifiers' | 'diagnoses') => (): void => {
    const lacking = what === 'diagnoses' ? lacksClaim(claim) : lacksLine(claim);
    if (lacking === null) setOpen({ what });
    else toast(lacking, { type: 'info' });
  };
  const finish = (): void => {
    if (waiting.length > 0) return goTo(waiting.find(({ severity }) => severity === 'error') ?? waiting[0]);
    if (claim.lines.length === 0) {
      toast('There is no line to finish yet', { type: 'info' });
      return;
    }
    if (look.ask()) return;
    void state.finish(look.asked).then((worked) => {
      if (!worked) return;
      toast('Claim finished');
      // Done with: the next one of the queue follows where the coder wants that.
      goOn(queries, noteId, onOpen).catch(toastFailure);
    });
  };
  const add = (codeOf: (now: ClaimCase) => string | undefined): void =>
    void state.add(may('codes.code') ? 'code' : 'approve', codeOf);
  const takesSeen = edits && claim.lines.length === 0 && claim.also_saw.length > 0;
  const answerLook = (one: LookedAt, yes: boolean): void => {
    look.answer(one, yes);
    if (one.lead && yes) add(() => one.code);
    const line = claim.lines.find((each) => each.code === one.code);
    if (!one.lead && !yes && line) void state.change(() => [{ do: 'remove', line: line.id }], 'Removed');
  };
  const { current: asked } = look;
  useClaimKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      finding: () => {
        const at = chosen ? waiting.indexOf(chosen) : -1;
        goTo(waiting[finding === null ? Math.max(at, 0) : (at + 1) % Math.max(waiting.length, 1)]);
      },
      ...(edits
        ? {
            fix: () => {
              if (!chosen) return noFinding();
              const [first] = fixesOf(claim, text, chosen, overrides);
              if (first) take(first, chosen);
            },
            why: () => {
              if (!chosen) return noFinding();
              if (fixesOf(claim, text, chosen, overrides).some((fix) => fix.opens === 'why'))
                setOpen({ what: 'why', key: chosen.key });
              else toast('This finding is to be mended: no reason passes it.', { type: 'info' });
            },
            modifiers: opener('modifiers'),
            units: opener('units'),
            day: opener('day'),
            diagnoses: opener('diagnoses'),
            pointer: (key: string) => edit(pointTo(Number(key))),
            up: () => edit(moveBy(-1)),
            down: () => edit(moveBy(1)),
            order: () => void state.change(orderByValue),
            split: () => edit(split, 'Split'),
            merge: () => edit(merge, 'Merged'),
            remove: () => edit(remove, 'Removed'),
            undo: () => void state.act('undo'),
            ...(asked ? { yes: () => answerLook(asked, true), no: () => answerLook(asked, false) } : {}),
            ...(takesSeen ? { yes: () => add((now) => (now.lines.length === 0 ? now.also_saw[0]?.code : undefined)) } : {}),
          }
        : {}),
      ...(may('claims.finish') && !frozen ? { finish } : {}),
    },
    edits,
  );

  const whyField = (about: ClaimFinding) =>
    open?.what === 'why' && open.key === about.key ? (
      <WhyField
        first={about.reason === 'data.not-covered' ? 'No file for this date' : ''}
        onLeave={close}
        onSay={(why) => {
          close();
          void state.change(() => [{ do: 'say-why', key: about.key, why }]);
        }}
      />
    ) : null;
  const findingRow = (one: ClaimFinding, isOpen: boolean) => (
    <FindingRow
      key={one.key}
      finding={one}
      fixes={edits ? fixesOf(claim, text, one, overrides) : []}
      open={isOpen}
      keys={one === chosen}
      current={one.key === finding && isWaiting(one)}
      fresh={claim.recheck?.keys.includes(one.key) ?? false}
      onFix={(fix) => take(fix, one)}
      why={whyField(one)}
    />
  );
  return (
    <section ref={panel} tabIndex={-1} aria-label="Claim" className={classes.panel} aria-busy={state.busy}>
      {frozen ? <FinishedBar claim={claim} noteId={noteId} role={role} onReopen={() => void state.act('reopen')} /> : null}
      <div ref={scroll} className={classes.scroll}>
        <ClaimFacts
          header={claim.header}
          frozen={!edits || claim.id === null}
          dateField={dateField}
          onChange={(operation) => void state.change(() => [operation])}
          onLeave={close}
        />
        {claim.recheck ? <CheckedAgain recheck={claim.recheck} /> : null}
        {ofDay!.map((one) => findingRow(one, true))}
        {claim.lines.length === 0 ? (
          <NoLines claim={claim} approves={may('codes.assign')} takes={takesSeen} />
        ) : (
          <>
            <div className={`${classes.grid ?? ''} ${classes.heads ?? ''}`} aria-hidden>
              <span />
              <span>Code</span>
              <span>Modifiers</span>
              <span className={classes.number}>Units</span>
              <span className={classes.number}>Dx</span>
              <span className={classes.number}>RVU</span>
            </div>
            <ol className={classes.lines} aria-label="Lines of the claim">
              {claim.lines.map((line) => (
                <LineRow
                  key={line.id}
                  claim={claim}
                  line={line}
                  focused={line === current}
                  frozen={!edits}
                  editing={line === current && (open?.what === 'units' || open?.what === 'day') ? open.what : null}
                  onFocus={() => state.focus(line.id)}
                  onUnits={(units) => {
                    close();
                    if (units !== undefined) void state.change(() => [{ do: 'line', line: line.id, units }]);
                  }}
                  onDay={(day) => {
                    close();
                    if (day !== undefined) void state.change(() => [{ do: 'line', line: line.id, service_date: day }]);
                  }}
                  onLeave={close}
                  onModifiers={() => {
                    state.focus(line.id);
                    setOpen({ what: 'modifiers' });
                  }}
                  onShowWords={() => document.querySelector('mark[data-lit]')?.scrollIntoView({ block: 'center' })}
                >
                  {open?.what === 'modifiers' && line === current ? (
                    <ModifierField
                      line={line}
                      text={text}
                      onLeave={close}
                      onWords={onWords}
                      onChoose={(modifier, words) => {
                        close();
                        edit((now) => [
                          now.modifiers.includes(modifier)
                            ? { do: 'line', line: now.id, modifiers: now.modifiers.filter((one) => one !== modifier) }
                            : takeProposed(now, modifier, words),
                        ]);
                      }}
                    />
                  ) : null}
                  {ofLine(line).map((one) => findingRow(one, line === current))}
                </LineRow>
              ))}
            </ol>
            {ofRest!.map((one) => findingRow(one, true))}
            <Total claim={claim} />
            {claim.questions.map((question) => (
              <p key={`${question.about} ${question.code} ${question.why}`} className={classes.question}>
                {question.code}: {question.why}
              </p>
            ))}
          </>
        )}
        <SecondLook
          claim={claim}
          look={look}
          onAnswer={edits ? answerLook : undefined}
          onAdd={edits ? (code) => add(() => code) : undefined}
        />
        <Diagnoses
          claim={claim}
          text={text}
          edits={edits && claim.id !== null}
          adding={open?.what === 'diagnoses'}
          onAdding={opener('diagnoses')}
          onLeave={close}
          onSet={(set) => void state.change((now) => [{ do: 'diagnoses', icd: set(now.diagnoses.map((one) => one.icd)) }])}
        />
      </div>
      {claim.lines.length > 0 ? <CheckedBy claim={claim} role={role} /> : null}
      {frozen ? null : (
        <div className={classes.foot}>
          <p className={classes.counts} role={state.failure ? 'alert' : undefined}>
            {state.failure ?? (
              <>
                <Count n={claim.counts.open} words="open" bad /> <Count n={claim.counts.to_say} words="to say why" />{' '}
                <Count n={claim.counts.not_checked} words="not checked" />
              </>
            )}
          </p>
          {may('claims.finish') ? (
            <Button
              size="xs"
              variant={waiting.length === 0 && claim.lines.length > 0 ? 'filled' : 'default'}
              loading={state.busy}
              onClick={finish}
              rightSection={<kbd aria-hidden>Ctrl ⏎</kbd>}
            >
              Finish
            </Button>
          ) : null}
        </div>
      )}
      <KeyLine keys={edits ? usefulKeys(claim, waiting.length, takesSeen) : readingKeys} />
      <p className={classes.notice}>{amaNotice}</p>
    </section>
  );
}
