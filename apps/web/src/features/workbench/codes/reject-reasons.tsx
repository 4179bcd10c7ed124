import { useEffect, useRef, useState } from 'react';
import type { CodeLink } from '@incisive/contract/code-links';
import { reasonSeconds, rejectReasons, rejections } from '@incisive/contract/reject-reasons';
import type { RejectReason } from '@incisive/contract/reject-reasons';
import { toastFailure } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import { isSingleKey, singleKeysAct } from '../../../lib/keyboard/single-keys.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { focusOf } from '../keyboard.ts';
import type { CodeSheet, Rejected } from './use-code-sheet.ts';
import { useLatest } from '../../../lib/use-latest.ts';

export interface RejectChipProps {
  readonly link: CodeLink;
  readonly setRejected: CodeSheet['setRejected'];
}

export interface AskedProps {
  readonly sheet: Pick<CodeSheet, 'noteId' | 'rejected' | 'setRejected' | 'take'>;
}

export const Rejection = (props: RejectChipProps | AskedProps) =>
  'link' in props ? (
    <RejectChip {...props} />
  ) : props.sheet.rejected ? (
    <RejectReasons {...props} rejected={props.sheet.rejected} />
  ) : null;

/** On the row of a rejected code: why, or for who rejected it the way to say so. */
function RejectChip({ link, setRejected }: RejectChipProps) {
  const mine = useProfile().username === link.rejected_by;
  const label = rejectReasons.find(({ key }) => key === link.reject_reason)?.label;
  if (!mine) return label ? <span data-rejection="said">{label}</span> : null;
  return (
    <button
      type="button"
      data-rejection="chip"
      aria-label={label ? `${link.code} rejected: ${label}. Change` : `Why was ${link.code} rejected?`}
      onClick={() => setRejected({ codes: [link.code] })}
    >
      {label ?? 'Why?'}
    </button>
  );
}

interface RejectReasonsProps extends AskedProps {
  readonly rejected: Rejected;
}

/**
 * Why codes were rejected, never required: for three seconds after the rejection a digit says it, and does nothing else meanwhile.
 * Asked for from the row, or while pointer or focus are on it, it stays.
 */
function RejectReasons({ sheet, rejected }: RejectReasonsProps) {
  const { codes, done } = rejected;
  // What no rejection of this moment stands behind was asked for on its row.
  const asked = !done;
  const [kept, setKept] = useState(false);
  const place = useRef<HTMLElement>(null);
  const { noteId, setRejected, take } = sheet;

  const close = (): void => {
    if (place.current?.contains(document.activeElement))
      document.querySelector<HTMLElement>(`tr[data-code="${CSS.escape(codes[0] ?? '')}"]`)?.focus();
    setRejected(null);
  };
  const say = async (reason: RejectReason): Promise<void> => {
    close();
    try {
      if (done && !(await done)) return;
      const body = { cpt_codes: [...codes], reason };
      take((await call(rejections.explain, { params: { id: noteId }, body })).results);
    } catch (error) {
      toastFailure(error);
    }
  };

  const latest = useLatest({ close, say });
  useEffect(() => {
    void done?.then((worked) => worked || latest.current.close());
    if (asked) place.current?.querySelector('button')?.focus();
  }, [asked, done, rejected, latest]);
  useEffect(() => {
    const element = place.current;
    const keep = (event: Event): void => setKept(event.type === 'pointerenter' || event.type === 'focusin');
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'];
    for (const name of events) element?.addEventListener(name, keep);
    return () => {
      for (const name of events) element?.removeEventListener(name, keep);
    };
  }, []);
  useEffect(() => {
    if (asked || kept) return;
    const timer = setTimeout(() => latest.current.close(), reasonSeconds * 1000);
    return () => clearTimeout(timer);
  }, [asked, kept, rejected, latest]);
  useEffect(() => {
    // Before every other listener: until the time is over the digit belongs to the rejection alone.
    const press = (event: KeyboardEvent): void => {
      const { typing, dialog } = focusOf(event.target, document);
      if (typing || dialog || event.isComposing) return;
      const reason = /^[1-9]$/.test(event.key) ? rejectReasons[Number(event.key) - 1] : undefined;
      const digit = /^[0-9]$/.test(event.key) && isSingleKey(event) && singleKeysAct();
      if (!digit && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      if (!digit) latest.current.close();
      else if (reason) void latest.current.say(reason.key);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [latest]);

  const what = codes.length === 1 ? (codes[0] ?? '') : `${codes.length} codes`;
  return (
    <section ref={place} data-rejection="reasons" aria-label={`Why was ${what} rejected?`}>
      <p>
        Why was <span className="code">{what}</span> rejected? <span>If you like</span>
      </p>
      <div>
        {rejectReasons.map(({ key, label }, at) => (
          <button key={key} type="button" onClick={() => void say(key)}>
            <kbd aria-hidden>{at + 1}</kbd> {label}
          </button>
        ))}
      </div>
    </section>
  );
}
