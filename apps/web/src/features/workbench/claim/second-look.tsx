import { useEffect, useRef, useState } from 'react';
import type { AskedCodes, ClaimCase } from '@incisive/contract/cases';
import classes from './claim.module.css';

/** A code that is asked about once: one that the engine holds likely and nobody decided, or an approved one that no word stands for. */
export interface LookedAt {
  readonly code: string;
  readonly lead: boolean;
  readonly description: string;
  /** Words of the note. */
  readonly words: string;
}

export interface Look {
  readonly open: boolean;
  readonly all: readonly LookedAt[];
  readonly answers: ReadonlyMap<string, boolean>;
  /** The first that has no answer yet. */
  readonly current: LookedAt | undefined;
  /** For the figures: what was asked; null where nothing was. */
  readonly asked: AskedCodes | null;
  readonly answer: (one: LookedAt, yes: boolean) => void;
  /** Opens the questions, once; false when there is nothing to ask. */
  readonly ask: () => boolean;
}

/** What is asked before the claim is finished, and what was answered. */
export function useSecondLook(claim: ClaimCase, text: string): Look {
  const [all, setAll] = useState<readonly LookedAt[] | null>(null);
  const [answers, setAnswers] = useState<ReadonlyMap<string, boolean>>(new Map());
  const codes = (lead: boolean): string[] => (all ?? []).flatMap((one) => (one.lead === lead ? [one.code] : []));
  return {
    open: all !== null && claim.state === 'open',
    all: all ?? [],
    answers,
    current: all?.find((one) => !answers.has(one.code)),
    asked: all === null ? null : { leads: codes(true), without_words: codes(false) },
    answer: (one, yes) => setAnswers((before) => new Map(before).set(one.code, yes)),
    ask: () => {
      if (all !== null || claim.also_saw.length + claim.without_words.length === 0) return false;
      const said = (ranges: readonly { start: number; end: number }[]): string =>
        [...new Set(ranges.map(({ start, end }) => text.slice(start, end)))].slice(0, 3).join(' … ');
      setAll([
        ...claim.also_saw.map((one) => ({
          code: one.code,
          lead: true,
          description: one.description,
          words: said(one.evidence),
        })),
        ...[...new Set(claim.without_words)].map((code) => ({
          code,
          lead: false,
          description: claim.lines.find((line) => line.code === code)?.description ?? '',
          words: '',
        })),
      ]);
      return true;
    },
  };
}

interface SecondLookProps {
  readonly claim: ClaimCase;
  readonly look: Look;
  readonly onAnswer: ((one: LookedAt, yes: boolean) => void) | undefined;
  readonly onAdd: ((code: string) => void) | undefined;
}

/** What the engine also saw, folded; before Finish its questions, a key each. */
export function SecondLook({ claim, look, onAnswer, onAdd }: SecondLookProps) {
  const shown = useRef<HTMLDivElement>(null);
  const asked = look.open ? look.current?.code : undefined;
  useEffect(() => {
    // Below a long claim it would be asked out of sight.
    if (asked !== undefined) shown.current?.scrollIntoView?.({ block: 'nearest' });
  }, [asked]);
  if (look.open)
    return (
      <section className={classes.look} aria-label="Before you finish" aria-live="polite">
        <h3>Before you finish</h3>
        {look.all.map((one) => {
          const answer = look.answers.get(one.code);
          const [yes, no] = one.lead ? ['Add', 'Not billed'] : ['Keep', 'Remove'];
          const keys = one === look.current;
          return (
            <div key={one.code} ref={keys ? shown : null} className={classes.looked} data-current={keys || undefined}>
              <p>
                <code>{one.code}</code> {one.description}{' '}
                {one.lead ? <q className={classes.quiet}>{one.words}</q> : <em>Approved without any word of the note.</em>}
              </p>
              {answer !== undefined ? (
                <p className={classes.quiet}>{answer ? (one.lead ? 'Added' : 'Kept') : one.lead ? 'Not billed' : 'Removed'}</p>
              ) : onAnswer ? (
                <p className={classes.fixes} data-open>
                  <button type="button" onClick={() => onAnswer(one, true)}>
                    {yes} {keys ? <kbd aria-hidden>A</kbd> : null}
                  </button>
                  <button type="button" onClick={() => onAnswer(one, false)}>
                    {no} {keys ? <kbd aria-hidden>R</kbd> : null}
                  </button>
                </p>
              ) : null}
            </div>
          );
        })}
        <p className={classes.quiet}>Ctrl+Enter finishes the claim as it is.</p>
      </section>
    );
  if (claim.also_saw.length === 0) return null;
  const empty = claim.lines.length === 0;
  return (
    <details className={classes.look} open={empty}>
      <summary>The engine also saw {claim.also_saw.map((one) => one.code).join(', ')}</summary>
      {claim.also_saw.map((one, n) => (
        <p key={one.code}>
          <code>{one.code}</code> {one.description} <span className={classes.quiet}>{Math.round(one.confidence * 100)}%</span>
          {onAdd ? (
            <button type="button" className={classes.plain} onClick={() => onAdd(one.code)}>
              Add {empty && n === 0 ? <kbd aria-hidden>A</kbd> : null}
            </button>
          ) : null}
        </p>
      ))}
    </details>
  );
}
