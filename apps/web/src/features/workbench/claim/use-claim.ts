import { useEffect, useMemo, useRef, useState } from 'react';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AskedCodes, ClaimCase, WordRange } from '@incisive/contract/cases';
import { dismissToast, toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import type { CodeEvidence } from '../note/note-text-model.ts';
import type { Edit } from './claim-edits.ts';
import { actOnClaim, caseQuery, changeClaim, type ClaimAct, finishClaim, type SeenCase } from './claim.queries.ts';
import { actOnCodes, caseKey, codesKey } from '../workbench.queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';

async function addCode(queries: QueryClient, noteId: string, action: 'approve' | 'code', code: string): Promise<SeenCase> {
  await actOnCodes(noteId, action, [code]);
  void queries.invalidateQueries({ queryKey: codesKey(noteId) });
  return queries.fetchQuery(caseQuery(noteId));
}

/** The claim's state on the screen: what the server said last, one act after the other, and which line is looked at. */
export function useClaim(noteId: string, wait: boolean) {
  const queries = useQueryClient();
  const query = useQuery({ ...caseQuery(noteId), enabled: !wait });
  const [focused, setFocused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Acts wait for each other: a key that comes before the answer acts on the answer. */
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  /** The toast that offers to undo the last act; undoing takes back what came last, so it goes with the next act. */
  const offer = useRef<number | null>(null);
  const claim = query.data?.claim;
  const current = claim?.lines.find((one) => one.id === focused) ?? claim?.lines[0];

  const run = (act: (seen: SeenCase) => Promise<SeenCase> | null): Promise<boolean> => {
    waiting.current += 1;
    setBusy(true);
    setFailure(null);
    const done = line.current.then(async () => {
      try {
        const seen = queries.getQueryData<SeenCase>(caseKey(noteId));
        const next = seen ? act(seen) : null;
        if (next === null) return false;
        queries.setQueryData(caseKey(noteId), await next);
        if (offer.current !== null) dismissToast(offer.current);
        offer.current = null;
        return true;
      } catch (error) {
        setFailure(messageOf(error));
        toastFailure(error);
        if (error instanceof ApiError && (error.code === 'stale' || error.code === 'conflict'))
          await queries.invalidateQueries({ queryKey: caseKey(noteId) });
        return false;
      } finally {
        waiting.current -= 1;
        if (waiting.current === 0) setBusy(false);
      }
    });
    line.current = done.catch(() => undefined);
    return done;
  };

  const act = (kind: ClaimAct): Promise<boolean> =>
    run((seen) => actOnClaim(noteId, seen, kind)).then((worked) => {
      if (worked && kind === 'undo') toast('Undone', { type: 'info' });
      return worked;
    });
  return {
    query,
    claim,
    current,
    focus: setFocused,
    busy,
    failure,
    /** Asks for the change, or says why it cannot be. */
    change: (edit: (claim: ClaimCase) => Edit, said?: string) =>
      run((seen) => {
        const asked = edit(seen.claim);
        if (typeof asked !== 'string') return changeClaim(noteId, seen, [...asked]);
        toast(asked, { type: 'info' });
        return null;
      }).then((worked) => {
        if (worked && said)
          offer.current = toast(said, { type: 'info', action: { label: 'Undo', keys: 'Ctrl Z', run: () => void act('undo') } });
        return worked;
      }),
    act,
    /** Decides a code that the claim lacks, as every other code is: its line comes by itself. Undefined: none. */
    add: (action: 'approve' | 'code', codeOf: (claim: ClaimCase) => string | undefined) =>
      run((seen) => {
        const code = codeOf(seen.claim);
        return code === undefined ? null : addCode(queries, noteId, action, code);
      }),
    finish: (asked: AskedCodes | null): Promise<boolean> => run((seen) => finishClaim(noteId, seen, asked)),
  };
}

export type Claim = ReturnType<typeof useClaim>;

/** Words that a person is about to take a modifier with. */
export type ChosenWords = { readonly modifier: string; readonly ranges: readonly WordRange[] } | null;

/** The words of the line that is looked at, those of its modifiers, and those of the lines that its findings name. */
export function useClaimMarks(
  claim: ClaimCase | undefined,
  current: ClaimCase['lines'][number] | undefined,
  chosen: ChosenWords,
): readonly CodeEvidence[] {
  return useMemo(() => {
    if (!claim || !current) return [];
    const named = new Set(claim.findings.flatMap((finding) => (finding.lines.includes(current.id) ? finding.lines : [])));
    const others = claim.lines.filter((line) => line.id !== current.id && line.code !== current.code && named.has(line.id));
    const isModifier = (name: string): boolean => /^[A-Z0-9]{2}$/.test(name);
    return [
      // First: where marks lie over each other the first one is seen.
      ...(chosen ? [{ code: chosen.modifier, ranges: chosen.ranges, kind: 'modifier' as const }] : []),
      ...Object.entries(current.evidence).map(([name, ranges]) => ({
        code: isModifier(name) ? name : current.code,
        ranges,
        kind: isModifier(name) ? ('modifier' as const) : ('words' as const),
      })),
      ...current.proposed
        .filter((one) => one.modifier !== chosen?.modifier)
        .map((one) => ({ code: one.modifier, ranges: one.words, kind: 'modifier' as const })),
      ...others.map((line) => ({ code: line.code, ranges: line.evidence['code'] ?? [], kind: 'other' as const })),
    ].filter((one) => one.ranges.length > 0);
  }, [claim, current, chosen]);
}

/** Tells the note which words to mark, and stops with the panel. */
export function useShownMarks(marks: readonly CodeEvidence[], show: (marks: readonly CodeEvidence[] | null) => void): void {
  const latest = useLatest(show);
  useEffect(() => {
    latest.current(marks);
  }, [marks, latest]);
  useEffect(() => () => latest.current(null), [latest]);
}
