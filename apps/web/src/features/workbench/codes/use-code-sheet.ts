import { useEffect, useMemo, useRef, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CodeAction, CodeLink } from '@incisive/contract/code-links';
import { limits } from '@incisive/contract/limits';
import type { SuggestionSize } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import { can, modesOf } from '@incisive/contract/roles';
import type { CodeState, Role } from '@incisive/contract/roles';
import { dismissToast, forgetToastKeys, toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { approvedNow, foreseen, hold, isApproved, isRejected, patchList, settleUndo, sheetRows } from './code-sheet.ts';
import type { ActedRow, Mode, SheetRow } from './code-sheet.ts';
import { actOnCodes, codesKey, codesQuery, replaceCode, undoOnCodes } from '../workbench.queries.ts';

const successWords: Record<CodeAction, string> = {
  approve: notices.approved(),
  reject: notices.rejected(),
  assign: notices.assigned(),
  code: notices.coded(),
};
/** How many codes a notice names. */
const mostNamed = 5;
const none: readonly CodeLink[] = [];
const untouched: ReadonlyMap<string, ActedRow> = new Map();

/** A rejection that may be given its reason. */
export interface Rejected {
  readonly codes: readonly string[];
  /** Of one that is being made: false when it did not work. */
  readonly done?: Promise<boolean>;
}

export interface CodeSheet {
  readonly noteId: string;
  readonly rows: readonly SheetRow[];
  readonly mode: Mode;
  readonly setMode: (mode: Mode) => void;
  readonly size: SuggestionSize;
  readonly setSize: (size: SuggestionSize) => void;
  /** The first load of the mode's list. */
  readonly loading: boolean;
  readonly loadingSuggestions: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  /** The note has no code in any state that the reader may see. */
  readonly noneAtAll: boolean;
  /** What is approved now, whatever the mode shows. */
  readonly approved: readonly CodeLink[];
  readonly busy: ReadonlySet<string>;
  readonly act: (action: CodeAction, links: readonly CodeLink[]) => Promise<boolean>;
  /** Another reading of a procedure takes the place of its leading code: one act, one undo. */
  readonly replace: (lead: CodeLink, other: CodeLink) => Promise<boolean>;
  /** Takes back the newest act of this visit, if there is one. */
  readonly undoLast: () => void;
  /** The last rejection of this visit, or one that is to be explained, until something else is done. */
  readonly rejected: Rejected | null;
  readonly setRejected: (rejected: Rejected | null) => void;
  /** Rows as the server has them now. */
  readonly take: (links: readonly CodeLink[]) => void;
  /** What the last act failed with, until the next one. */
  readonly failure: string | null;
}

const stateOfKey = (key: readonly unknown[]): CodeState => key[2] as CodeState;

/** A note whose coding is done opens on what was decided; others on what is to be decided. */
function firstMode(role: Role, submitted: boolean): Mode {
  const modes = modesOf(role);
  return submitted && modes.includes('APPROVED') ? 'APPROVED' : (modes[0] ?? null);
}

/** The code table's state: lists by mode, rows held in place, optimistic acts with rollback, undo. */
export function useCodeSheet(noteId: string, role: Role, username: string, submitted = false): CodeSheet {
  const queries = useQueryClient();
  const [mode, chooseMode] = useState<Mode>(() => firstMode(role, submitted));
  const [size, setSize] = useState<SuggestionSize>(limits.defaultSuggestionSize);
  const [acted, setActed] = useState(untouched);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  /** The acts of this visit that can be taken back; read by keys that come faster than the screen is drawn. */
  const done = useRef<readonly (readonly string[])[]>([]);
  /** The toast that offers to take an act back. */
  const offers = useRef(new Map<readonly string[], number>());
  const [rejected, setRejected] = useState<Rejected | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const suggests = mode === null || mode === 'SUGGESTED';
  const listed = suggests || mode === 'APPROVED' ? null : mode;
  const approved = useQuery(codesQuery(noteId, 'APPROVED', size));
  const suggested = useQuery({
    ...codesQuery(noteId, 'SUGGESTED', size),
    enabled: suggests,
    placeholderData: keepPreviousData,
  });
  const other = useQuery({ ...codesQuery(noteId, listed ?? 'REJECTED', size), enabled: listed !== null });

  const lists = useMemo(
    () => ({ approved: approved.data ?? none, suggested: suggested.data ?? none, other: other.data ?? none }),
    [approved.data, suggested.data, other.data],
  );
  const rows = useMemo(() => sheetRows(mode, lists, acted), [mode, lists, acted]);
  const shownRows = useRef(rows);
  // An answer that comes after the mode was changed has no row to hold any more.
  const opening = useRef(0);
  useEffect(() => {
    shownRows.current = rows;
  });

  useEffect(() => forgetToastKeys, []);

  const shown = [
    ...(mode === null || mode === 'APPROVED' ? [approved] : []),
    ...(suggests ? [suggested] : []),
    ...(listed ? [other] : []),
  ];
  const loading = shown.some((query) => query.isPending);
  const failed = shown.find((query) => query.isError && !query.isFetching);

  // Only an empty table asks whether the note has codes elsewhere.
  const empty = !loading && !failed && rows.length === 0;
  const elsewhere = useQuery({ ...codesQuery(noteId, 'SUGGESTED', size), enabled: empty && !suggests });
  const turnedDown = useQuery({
    ...codesQuery(noteId, 'REJECTED', size),
    enabled: empty && can(role, 'codes.read-all-states'),
  });
  const approvedLinks = useMemo(() => approvedNow(lists.approved, acted), [lists.approved, acted]);
  const noneAtAll =
    empty &&
    approvedLinks.length === 0 &&
    (elsewhere.data ?? suggested.data ?? none).length === 0 &&
    (turnedDown.data ?? none).length === 0;

  const mark = (codes: readonly string[], running: boolean): void =>
    setBusy((before) => {
      const next = new Set(before);
      for (const code of codes) {
        if (running) next.add(code);
        else next.delete(code);
      }
      return next;
    });

  /** Puts what the server said into every fetched list, and marks them for the next opening of their mode. */
  const spread = (links: readonly CodeLink[]): void => {
    for (const [key] of queries.getQueriesData<CodeLink[]>({ queryKey: codesKey(noteId) }))
      queries.setQueryData<CodeLink[]>(key, (list) => (list ? patchList(list, stateOfKey(key), links) : list));
    void queries.invalidateQueries({ queryKey: codesKey(noteId), refetchType: 'none' });
    void queries.invalidateQueries({ queryKey: ['note-history', noteId] });
  };

  const take = (links: readonly CodeLink[], opened = opening.current, settle = hold): void => {
    if (opened === opening.current) setActed((current) => settle(current, shownRows.current, links));
    spread(links);
  };

  const fail = (error: unknown): void => {
    setFailure(messageOf(error));
    toastFailure(error);
  };

  const undo = async (codes: readonly string[]): Promise<void> => {
    if (!done.current.includes(codes)) return;
    setRejected(null);
    done.current = done.current.filter((group) => group !== codes);
    dismissToast(offers.current.get(codes) ?? 0);
    mark(codes, true);
    setFailure(null);
    try {
      const opened = opening.current;
      take(await undoOnCodes(noteId, codes), opened, settleUndo);
      toast('Undone', { type: 'info', detail: codes.join(', ') });
    } catch (error) {
      fail(error);
      void queries.invalidateQueries({ queryKey: codesKey(noteId) });
    } finally {
      mark(codes, false);
    }
  };

  /** Tells of an act that can be taken back; the key takes back the newest, so only its toast promises it. */
  const tell = (message: string, codes: readonly string[], detail: string): void => {
    done.current = [...done.current, codes];
    forgetToastKeys();
    const action = { label: 'Undo', keys: 'Ctrl Z', run: () => void undo(codes) };
    offers.current.set(codes, toast(message, { detail, action }));
  };

  const act = async (action: CodeAction, links: readonly CodeLink[]): Promise<boolean> => {
    const open = links.filter(
      (link) => !busy.has(link.code) && !(action === 'approve' && isApproved(link)) && !(action === 'reject' && isRejected(link)),
    );
    if (open.length === 0) return false;
    const codes = open.map((link) => link.code);
    const running = run(action, open, codes);
    setRejected(action === 'reject' ? { codes, done: running } : null);
    return running;
  };

  const run = async (action: CodeAction, open: readonly CodeLink[], codes: readonly string[]): Promise<boolean> => {
    const opened = opening.current;
    const before = new Map(codes.map((code) => [code, acted.get(code)]));
    const now = new Date().toISOString();
    setFailure(null);
    mark(codes, true);
    setActed((current) =>
      hold(
        current,
        shownRows.current,
        open.map((link) => foreseen(link, action, username, now)),
      ),
    );
    try {
      take(await actOnCodes(noteId, action, codes), opened);
      const more = codes.length > mostNamed ? ` and ${codes.length - mostNamed} more` : '';
      tell(successWords[action], codes, codes.slice(0, mostNamed).join(', ') + more);
      return true;
    } catch (error) {
      setActed((current) => {
        if (opened !== opening.current) return current;
        const next = new Map(current);
        for (const [code, row] of before) {
          if (row) next.set(code, row);
          else next.delete(code);
        }
        return next;
      });
      fail(error);
      return false;
    } finally {
      mark(codes, false);
    }
  };

  const replace = async (lead: CodeLink, other: CodeLink): Promise<boolean> => {
    const codes = [other.code, lead.code];
    if (codes.some((code) => busy.has(code))) return false;
    const opened = opening.current;
    setFailure(null);
    mark(codes, true);
    try {
      take(await replaceCode(noteId, lead.code, other.code), opened);
      tell(successWords.approve, codes, `${other.code} instead of ${lead.code}`);
      return true;
    } catch (error) {
      fail(error);
      return false;
    } finally {
      mark(codes, false);
    }
  };

  return {
    noteId,
    rows,
    mode,
    setMode: (next) => {
      opening.current += 1;
      setRejected(null);
      setActed(untouched);
      setFailure(null);
      chooseMode(next);
    },
    size,
    setSize,
    loading,
    loadingSuggestions: suggests && suggested.isFetching,
    error: failed?.error ?? null,
    retry: () => void Promise.all(shown.filter((query) => query.isError).map((query) => query.refetch())),
    noneAtAll,
    approved: approvedLinks,
    busy,
    rejected,
    setRejected,
    take,
    act,
    replace,
    undoLast: () => {
      const newest = done.current.at(-1);
      if (newest) void undo(newest);
    },
    failure,
  };
}
