import { useEffect, useRef } from 'react';
import { faceLines } from '@incisive/contract/compare-claims';
import type { CodedLine, Facing } from '@incisive/contract/compare-claims';
import type { Review, ReviewMark } from '@incisive/contract/reviews';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { useKeyHints } from '../../components/overlay/key-hints.tsx';
import { isSingleKey, singleKeysAct } from '../../lib/keyboard/single-keys.ts';
import { isTyping } from '../../lib/keyboard/typing.ts';
import { MarkRow } from './mark-row.tsx';
import { kindWords } from './reviews.queries.ts';
import classes from './reviews.module.css';
import { TableHeads } from '../../components/layout/table-heads.tsx';

type Both = NonNullable<Review['compared']>;
const hints = [
  { keys: ['J', 'K'], does: 'Next or previous difference' },
  { keys: ['A'], does: 'Agree with the mark' },
  { keys: ['M'], does: 'Say why not' },
  { keys: ['1', '2', '3'], does: 'First fits, second fits, both fit' },
];

export interface ComparedProps {
  readonly review: Review;
  readonly compared: Both;
  readonly onChanged: (review: Review, words: string) => Promise<void>;
}

/** Both codings side by side, and the differences with what was said of them. */
export function Compared({ review, compared, onChanged }: ComparedProps) {
  const { first, second, figures, marks } = compared;
  const list = useRef<HTMLUListElement>(null);
  useDifferenceKeys(list);
  const open = marks.filter((mark) => mark.verdict === null).length;
  return (
    <>
      <dl className={classes.figures} aria-label="Agreement">
        <Figure label="Exact claim">{figures.exact ? 'Yes' : 'No'}</Figure>
        <Figure label="Main code">{figures.main_same ? 'Same' : 'Other'}</Figure>
        <Figure label="Codes in common">
          {figures.codes_alike} of {figures.codes_all}
        </Figure>
        <Figure label="Lines alike">
          {figures.lines_alike} of {figures.lines_all}
        </Figure>
        <Figure label="Differences">
          {marks.length} of {figures.opportunities} opportunities
        </Figure>
      </dl>
      <table className={classes.sides}>
        <caption className="visually-hidden">Both codings, line by line</caption>
        <TableHeads names={['First coding', 'Difference', 'Second coding']} />
        <tbody>
          {faceLines(first, second).map((facing) => {
            const of = marksOf(facing, marks);
            return (
              <tr
                key={`${facing.first?.code ?? ''} ${facing.second?.code ?? ''} ${facing.first?.modifiers.join() ?? ''}`}
                data-alike={of.length === 0}
              >
                <td>
                  <Line line={facing.first} />
                </td>
                <td>{of.length === 0 ? 'same' : of.map((mark) => kindWords[mark.kind]).join(', ')}</td>
                <td>
                  <Line line={facing.second} />
                </td>
              </tr>
            );
          })}
          <tr data-alike={!marks.some((mark) => mark.kind.startsWith('diagnosis'))}>
            <td>{shownDiagnoses(first.diagnoses)}</td>
            <td>{marks.some((mark) => mark.kind.startsWith('diagnosis')) ? 'Diagnoses' : 'same'}</td>
            <td>{shownDiagnoses(second.diagnoses)}</td>
          </tr>
        </tbody>
      </table>
      {review.comment === null ? null : (
        <blockquote className={classes.said}>
          <ShownText text={review.comment} />
        </blockquote>
      )}
      {marks.length === 0 ? null : (
        <section aria-label="Differences">
          <h2 className={classes.head}>{open === 0 ? 'All settled' : `${open} of ${marks.length} open`}</h2>
          <ul ref={list} className={classes.marks}>
            {marks.map((mark) => (
              <MarkRow key={mark.id} mark={mark} onChanged={onChanged} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const Figure = ({ label, children }: { readonly label: string; readonly children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Line = ({ line }: { readonly line: CodedLine | null }) =>
  line === null ? (
    <span className={classes.quiet}>none</span>
  ) : (
    <>
      <strong className={classes.code}>{line.code}</strong> {line.modifiers.join(' ')} ×{line.units}
      {line.dx.length > 0 ? <span className={classes.quiet}> Dx {line.dx.join(', ')}</span> : null}
    </>
  );

const shownDiagnoses = (icd: readonly string[]): string =>
  icd.length === 0
    ? 'No diagnosis'
    : `Dx ${icd.map((one, at) => `${at + 1} ${one.length > 3 ? `${one.slice(0, 3)}.${one.slice(3)}` : one}`).join('  ')}`;

/** The marks that are about a line: a code that stands alone, or what differs within it. */
function marksOf({ first, second }: Facing, marks: readonly ReviewMark[]): readonly ReviewMark[] {
  if (!first || !second)
    return marks.filter((mark) => mark.kind === (first ? 'code-extra' : 'code-missing') && mark.code === (first ?? second)?.code);
  if (first.code !== second.code) return marks.filter((mark) => mark.kind === 'code-wrong' && mark.code === first.code);
  const differs: Partial<Record<ReviewMark['kind'], boolean>> = {
    'modifier-wrong': first.modifiers.join(' ') !== second.modifiers.join(' '),
    units: first.units !== second.units,
    pointer: true,
  };
  differs['modifier-missing'] = differs['modifier-wrong'] ?? false;
  differs['modifier-extra'] = differs['modifier-wrong'] ?? false;
  return marks.filter((mark) => mark.code === first.code && differs[mark.kind] === true);
}

/** J and K walk the differences; the keys of a difference act on the one that has the focus. */
function useDifferenceKeys(list: React.RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isSingleKey(event) || !singleKeysAct() || isTyping(event)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('li[data-mark]') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault();
        const to = at < 0 ? 0 : Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1);
        rows[to]?.focus();
        return;
      }
      const button = rows[at]?.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(event.key)}"]`);
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list]);
  useKeyHints(hints);
}
