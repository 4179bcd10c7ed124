import { memo, useEffect, useMemo, useRef } from 'react';
import type { NoteDetail } from '@incisive/contract/notes';
import { ShownText } from '../../../components/feedback/shown-text.tsx';
import { codeOfMark, cutPieces, layOut } from './note-text-model.ts';
import type { CodeEvidence, NoteBlock, Stretch, TextPiece } from './note-text-model.ts';
import classes from './note-text.module.css';
import { useLatest } from '../../../lib/use-latest.ts';

export interface NoteTextProps {
  readonly note: Pick<NoteDetail, 'text' | 'sections'>;
  readonly evidence: readonly CodeEvidence[];
  readonly settled: ReadonlySet<string>;
  /** The code whose words are lit. */
  readonly current: string | null;
  readonly onMark: (code: string) => void;
  readonly hits: readonly Stretch[];
  readonly currentHit: number | null;
}

const nothing: readonly never[] = [];

/**
 * The note as it stands: every character once, blanks kept, headings quiet, evidence and find hits marked. Nothing in it is ever
 * taken as markup or as a link.
 */
export function NoteText({ note, evidence, settled, current, onMark, hits, currentHit }: NoteTextProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => layOut(note.text, note.sections), [note.text, note.sections]);
  const latest = useLatest({ current, onMark });
  // The codes are reached by keyboard in their table; the click on a mark is the pointer's short way there.
  useEffect(() => {
    const element = sheet.current;
    const click = (event: MouseEvent): void => {
      const mark = event.target instanceof Element ? event.target.closest<HTMLElement>('mark[data-codes]') : null;
      if (!mark || (window.getSelection()?.toString() ?? '') !== '') return;
      const code = codeOfMark(mark.dataset['codes']?.split(' ') ?? [], latest.current.current);
      if (code !== null) latest.current.onMark(code);
    };
    element?.addEventListener('click', click);
    return () => element?.removeEventListener('click', click);
  }, [latest]);
  return (
    <div ref={sheet} className={classes.sheet} data-long={note.text.length > 60_000 ? true : undefined}>
      {blocks.map((block) => (
        <Block
          key={block.body.start}
          text={note.text}
          block={block}
          evidence={touching(evidence, block)}
          settled={settled}
          current={current}
          hits={hits.some((hit) => touches(hit, block)) ? hits : nothing}
          currentHit={currentHit}
        />
      ))}
    </div>
  );
}

const touches = (range: Stretch, { heading, body }: NoteBlock): boolean =>
  range.start < body.end && (heading?.start ?? body.start) < range.end;

function touching(evidence: readonly CodeEvidence[], block: NoteBlock): readonly CodeEvidence[] {
  const kept = evidence.filter(({ ranges }) => ranges.some((range) => touches(range, block)));
  return kept.length === 0 ? nothing : kept;
}

interface BlockProps {
  readonly text: string;
  readonly block: NoteBlock;
  readonly evidence: readonly CodeEvidence[];
  readonly settled: ReadonlySet<string>;
  readonly current: string | null;
  readonly hits: readonly Stretch[];
  readonly currentHit: number | null;
}

const Block = memo(function Block({ block: { heading, body }, ...rest }: BlockProps) {
  return (
    <section className={classes.block}>
      {heading ? (
        <h2 className={classes.heading}>
          <Pieces stretch={heading} {...rest} />
        </h2>
      ) : null}
      <div className={classes.body}>
        <Pieces stretch={body} {...rest} />
      </div>
    </section>
  );
});

function Pieces({
  stretch,
  text,
  evidence,
  settled,
  current,
  hits,
  currentHit,
}: { stretch: Stretch } & Omit<BlockProps, 'block'>) {
  const pieces = cutPieces(stretch, evidence, hits);
  return pieces.map((piece, at) => {
    const words = text.slice(piece.start, piece.end);
    if (piece.codes.length === 0 && piece.hit === null) return <ShownText key={piece.start} text={words} />;
    return (
      <mark
        key={piece.start}
        className={classes.mark}
        {...(piece.codes.length > 0 ? { 'data-codes': piece.codes.join(' '), title: piece.codes.join(', ') } : {})}
        data-lit={
          (current !== null && piece.codes.includes(current)) ||
          evidence.some((one) => one.kind === 'words' && piece.codes.includes(one.code))
            ? true
            : undefined
        }
        data-settled={piece.codes.some((code) => settled.has(code)) ? true : undefined}
        data-kind={evidence.find((one) => one.kind !== undefined && piece.codes.includes(one.code))?.kind}
        data-near={isToldBefore(pieces, at, text) || undefined}
        data-hit={hitKind(piece, currentHit)}
      >
        <ShownText text={words} />
      </mark>
    );
  });
}

const lineLength = 60;

/** Whether the mark before it, within a line, is about the same codes: the margin tells them once. */
function isToldBefore(pieces: readonly TextPiece[], at: number, text: string): boolean {
  const piece = pieces[at];
  const before = pieces.slice(0, at).findLast(({ codes }) => codes.length > 0);
  if (!piece || !before || piece.start - before.end > lineLength) return false;
  return before.codes.join(' ') === piece.codes.join(' ') && !text.slice(before.end, piece.start).includes('\n');
}

const hitKind = (piece: TextPiece, currentHit: number | null): string | undefined =>
  piece.hit === null ? undefined : piece.hit === currentHit ? 'current' : 'other';
