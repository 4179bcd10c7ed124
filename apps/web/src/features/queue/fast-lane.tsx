import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lane } from '@incisive/contract/lane';
import { EmptyNote } from '../../components/feedback/failure-note.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { useKeyHints } from '../../components/overlay/key-hints.tsx';
import { call } from '../../lib/api/call.ts';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { isTyping } from '../../lib/keyboard/typing.ts';
import { procedureLine } from '../../lib/procedure-line.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { keepActive } from '../../lib/work/keep-active.ts';
import { openFromQueue } from '../../lib/work/take-next.ts';
import { fastCaseQuery, finishFast } from './fast-lane.queries.ts';
import beside from '../../components/layout/note-beside.module.css';
import classes from './fast-lane.module.css';

const hints = [
  { keys: ['Ctrl Enter'], does: 'Approve what is shown and finish the case' },
  { keys: ['O'], does: 'Open the case in its note instead' },
];

/** /queue/fast: cases of which the engine is sure and the rules have nothing to say, one after the other; a person finishes each. */
export function FastLane() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  /** Undefined while it is taken; null when none waits. */
  const [noteId, setNoteId] = useState<string | null>();
  const [busy, setBusy] = useState(false);
  const takeNext = useCallback(async (): Promise<void> => {
    setNoteId(undefined);
    try {
      setNoteId((await call(lane.next, { body: {} })).note_id);
      await queries.invalidateQueries({ queryKey: ['queue', 'home'] });
    } catch (error) {
      toastFailure(error);
      setNoteId(null);
    }
  }, [queries]);
  const began = useRef(false);
  useEffect(() => {
    if (began.current) return;
    began.current = true;
    void takeNext();
  }, [takeNext]);
  useEffect(() => (noteId ? keepActive(noteId) : undefined), [noteId]);

  const found = useQuery({ ...fastCaseQuery(noteId ?? ''), enabled: typeof noteId === 'string' });
  const shown = typeof noteId === 'string' ? found.data : undefined;
  const open = (id: string): void => {
    openFromQueue(id);
    void navigate({ to: '/opnotes/$id', params: { id } });
  };
  const finish = async (): Promise<void> => {
    if (!noteId || !shown?.diagnosis || shown.codes.length === 0 || busy) return;
    setBusy(true);
    try {
      const codes = shown.codes.map(({ code }) => code);
      if (await finishFast(noteId, codes, shown.diagnosis.code)) {
        toast('Claim finished');
        await takeNext();
      } else {
        toast('The claim asks something first', { type: 'info' });
        open(noteId);
      }
    } catch (error) {
      toastFailure(error);
      open(noteId);
    } finally {
      setBusy(false);
    }
  };
  useLaneKeys({ finish: () => void finish(), open: () => noteId && open(noteId) });
  const words = ({ start, end }: { start: number; end: number }): string => shown?.text.slice(start, end) ?? '';
  return (
    <div className="page">
      <PageHeader
        title={shown ? procedureLine(shown.text).line : 'Fast lane'}
        documentTitle="Fast lane"
        crumbs={[{ label: 'Queue', to: '/queue' }, { label: 'Fast lane' }]}
      />
      {noteId === null ? (
        <EmptyNote title="Nothing waits in the fast lane">
          Cases come here when each code is sure and the note leaves no question. <Link to="/queue">Go on in the queue</Link>
        </EmptyNote>
      ) : null}
      {typeof noteId === 'string' ? <QueryStatus query={found} /> : null}
      {shown && noteId ? (
        <div className={beside.split}>
          <section aria-label="Note" className={beside.note}>
            <ShownText text={shown.text} />
          </section>
          <section aria-label="Claim" aria-busy={busy}>
            <ol className={classes.lines}>
              {shown.codes.map(({ code, description, confidence, evidence }) => (
                <li key={code}>
                  <strong className="code">{code}</strong> {description}
                  <span className={classes.quiet}> {Math.round((confidence ?? 0) * 100)}%</span>
                  {evidence.map((range) => (
                    <q key={range.start}>
                      <ShownText text={words(range)} />
                    </q>
                  ))}
                </li>
              ))}
            </ol>
            {shown.diagnosis ? (
              <p className={classes.diagnosis}>
                <strong className="code">{shown.diagnosis.code}</strong> {shown.diagnosis.description}
                {shown.diagnosis.words.map((range) => (
                  <q key={range.start}>
                    <ShownText text={words(range)} />
                  </q>
                ))}
              </p>
            ) : (
              <p>No diagnosis was found in the note. Open it and name one.</p>
            )}
            <div className={classes.acts}>
              <Button
                onClick={() => void finish()}
                loading={busy}
                disabled={!shown.diagnosis}
                rightSection={<kbd aria-hidden>Ctrl ⏎</kbd>}
              >
                Finish
              </Button>
              <Button variant="default" disabled={busy} onClick={() => open(noteId)} rightSection={<kbd aria-hidden>O</kbd>}>
                Open
              </Button>
            </div>
          </section>
        </div>
      ) : null}
    </div>
  );
}

function useLaneKeys(acts: { readonly finish: () => void; readonly open: () => void }): void {
  const latest = useLatest(acts);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isTyping(event) || document.querySelector('[role="dialog"], [role="menu"]')) return;
      const finishes = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
      if (!finishes && !(event.key === 'o' && isSingleKey(event) && singleKeysAct())) return;
      event.preventDefault();
      if (finishes) latest.current.finish();
      else latest.current.open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [latest]);
  useKeyHints(hints);
}
