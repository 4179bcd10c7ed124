import { useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { skipReasons } from '@incisive/contract/work-state';
import type { SkipReason, WorkAct } from '@incisive/contract/work-state';
import { toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { useKeyHints } from '../../../components/overlay/key-hints.tsx';
import { lazyDialog } from '../../../components/overlay/lazy-dialog.tsx';
import { Due } from '../../../components/work/due.tsx';
import { WorkTag } from '../../../components/work/work-tag.tsx';
import { isSingleKey, singleKeysAct } from '../../../lib/keyboard/single-keys.ts';
import { goOn, isFromQueue } from '../../../lib/work/take-next.ts';
import { useCan } from '../../../lib/session/profile.ts';
import { type CaseAct, actOnCase, workQuery } from '../../../lib/work/work.queries.ts';
import { focusOf } from '../keyboard.ts';
import classes from './work-bar.module.css';
import { useLatest } from '../../../lib/use-latest.ts';

const ReasonDialog = lazyDialog(async () => (await import('../../../components/work/reason-dialog.tsx')).ReasonDialog);

const CommentsDialog = lazyDialog(async () => (await import('./comments-dialog.tsx')).CommentsDialog, { ahead: false });

const AskDialog = lazyDialog(async () => (await import('./ask-dialog.tsx')).AskDialog);

/** What stands on the bar, by the act that must be possible. */
const buttons = [
  { act: 'claim', label: 'Take', keys: null },
  { act: 'take-over', label: 'Take over', keys: null },
  { act: 'hold', label: 'Hold', keys: 'H' },
  { act: 'skip', label: 'Skip', keys: 'W' },
  { act: 'release', label: 'Release', keys: '⇧ H' },
  { act: 'resume', label: 'Bring back', keys: null },
] as const satisfies readonly { act: WorkAct; label: string; keys: string | null }[];
type BarAct = (typeof buttons)[number]['act'];

/** For the `?` sheet. */
const hints = [...buttons, { label: 'Ask', keys: 'Q' }, { label: 'Comment', keys: '⇧ C' }].flatMap(({ label, keys }) =>
  keys ? [{ keys: [keys], does: `Case: ${label.toLowerCase()}` }] : [],
);

const said: Readonly<Record<BarAct, string>> = {
  claim: 'The case is yours',
  'take-over': 'The case is yours now',
  hold: 'Held',
  skip: 'Skipped for an hour',
  release: 'Released',
  resume: 'Brought back',
};

export interface WorkBarProps {
  readonly noteId: string;
  readonly text: string;
  readonly onOpen: (noteId: string) => void;
}

/** A thin line over the note: where its case stands, who has it, until when, and what can be done with it. */
export function WorkBar({ noteId, text, onOpen }: WorkBarProps) {
  const queries = useQueryClient();
  const { data: work } = useQuery(workQuery(noteId));
  const [asking, setAsking] = useState<'hold' | 'skip' | null>(null);
  /** What was selected in the note when the question was begun. */
  const [quoting, setQuoting] = useState<string | null>(null);
  /** The same for a comment. */
  const [about, setAbout] = useState<About | null>(null);
  const [busy, setBusy] = useState(false);

  const run = async (act: CaseAct): Promise<void> => {
    setBusy(true);
    try {
      await actOnCase(queries, noteId, act);
      toast(said[act.do], { type: 'info' });
      if (act.do === 'hold' || act.do === 'skip') await goOn(queries, noteId, onOpen);
    } catch (error) {
      toastFailure(error);
      await queries.invalidateQueries({ queryKey: workQuery(noteId).queryKey });
    } finally {
      setBusy(false);
    }
  };
  const may = (act: WorkAct): boolean => work?.acts.includes(act) ?? false;
  const begin = (act: BarAct): void => {
    // What one has already need not be taken again.
    if (!may(act)) return;
    if (act === 'hold' || act === 'skip') setAsking(act);
    else void run({ do: act });
  };
  // Asking takes the case where nobody has it.
  const asks = useCan('queries.ask') && (may('query') || may('claim'));
  const ask = (): void => {
    if (asks) setQuoting(String(document.getSelection() ?? ''));
  };
  const comments = useCan('comments');
  const comment = (): void => {
    if (comments) setAbout(lookedAt());
  };
  const open = work?.open_comments ?? 0;
  const shown = [
    ...buttons
      .filter(
        ({ act }) =>
          may(act) && !(act === 'claim' && (work?.holder?.mine || work?.state === 'held' || work?.state === 'queried')),
      )
      .map(({ act, label, keys }) => ({ label, keys, run: () => begin(act) })),
    ...(asks ? [{ label: 'Ask', keys: 'Q', run: ask }] : []),
    ...(comments ? [{ label: open > 0 ? `Comments ${open}` : 'Comment', keys: '⇧ C', run: comment }] : []),
  ];
  useKeyHints(hints);
  useBarKeys({ q: ask, C: comment, h: () => begin('hold'), w: () => begin('skip'), H: () => begin('release') });

  // Opening a case that waits in the queue takes it; what its reader does with it afterwards is theirs to say.
  const seen = useRef(false);
  useEffect(() => {
    if (!work || seen.current) return;
    seen.current = true;
    const waits = work.holder === null && (work.state === 'new' || work.state === 'returned');
    if (waits && isFromQueue(noteId)) actOnCase(queries, noteId, { do: 'claim' }).catch(toastFailure);
  }, [work, noteId, queries]);

  const mine = work?.holder?.mine ?? false;
  useEffect(() => {
    if (!mine) return;
    let stop: () => void = () => undefined;
    let left = false;
    void import('../../../lib/work/keep-active.ts').then(({ keepActive }) => {
      if (!left) stop = keepActive(noteId);
    });
    return () => {
      left = true;
      stop();
    };
  }, [mine, noteId]);

  return (
    <section className={classes.bar} aria-label="Case" aria-busy={busy || !work}>
      {work ? (
        <>
          <WorkTag state={work.state} holder={work.holder} />
          {work.reason ? <span className={classes.reason}>{work.reason.label}</span> : null}
          {work.question ? (
            <Link to="/queries/$id" params={{ id: work.question }} className={classes.toMarks}>
              Question open
            </Link>
          ) : null}
          {work.review ? (
            <Link to="/reviews/$" params={{ _splat: work.review }} className={classes.toMarks}>
              Answer its marks
            </Link>
          ) : null}
          {['final', 'exported', 'void', 'coded', 'in-review'].includes(work.state) ? null : (
            <span>
              <span className={classes.quiet}>{work.state === 'held' || work.state === 'queried' ? 'Back' : 'Due'}</span>{' '}
              <Due on={work.due_on} />
            </span>
          )}
          <span className={classes.acts}>
            {shown.map(({ label, keys, run: press }) => (
              <Button
                key={label}
                size="compact-xs"
                variant="subtle"
                color="gray"
                disabled={busy}
                onClick={press}
                rightSection={keys ? <kbd aria-hidden>{keys}</kbd> : undefined}
              >
                {label}
              </Button>
            ))}
          </span>
        </>
      ) : null}
      <CommentsDialog opened={about !== null} onClose={() => setAbout(null)} noteId={noteId} about={about ?? nothing} />
      <AskDialog
        opened={quoting !== null}
        onClose={() => setQuoting(null)}
        noteId={noteId}
        text={text}
        selected={quoting ?? ''}
        onSent={() => {
          toast('Asked', { type: 'info' });
          void queries.invalidateQueries({ queryKey: workQuery(noteId).queryKey });
          void goOn(queries, noteId, onOpen);
        }}
      />
      <ReasonDialog
        opened={asking === 'hold'}
        onClose={() => setAsking(null)}
        title="Hold: what does it wait for?"
        reasons={work?.hold_reasons ?? []}
        onChoose={(reason, words) => void run({ do: 'hold', reason: reason.key, ...(words === undefined ? {} : { words }) })}
      />
      <ReasonDialog
        opened={asking === 'skip'}
        onClose={() => setAsking(null)}
        title="Skip: why?"
        reasons={skipReasons}
        onChoose={(reason) => void run({ do: 'skip', reason: reason.key as SkipReason })}
      />
    </section>
  );
}

interface About {
  readonly words: string;
  readonly code: string | null;
}
const nothing: About = { words: '', code: null };

/** What a comment is about: the words that are selected, else the code or line that has the focus. */
function lookedAt(): About {
  const words = String(document.getSelection() ?? '').trim();
  const row = document.activeElement?.closest<HTMLElement>('[data-code]');
  return { words, code: words === '' ? (row?.dataset['code'] ?? null) : null };
}

type BarKey = 'h' | 'w' | 'H' | 'q' | 'C';

function useBarKeys(acts: Readonly<Record<BarKey, () => void>>): void {
  const latest = useLatest(acts);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isSingleKey(event) || !singleKeysAct() || event.defaultPrevented || event.isComposing) return;
      const place = focusOf(event.target, document);
      // Shift makes another letter of it, Caps Lock does not.
      const key = event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase();
      if (place.typing || place.dialog || !(key in latest.current)) return;
      event.preventDefault();
      latest.current[key as BarKey]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [latest]);
}
