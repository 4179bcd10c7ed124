import { piecesOf } from '../content/example-text.ts';
import type { ExampleCode, Piece } from '../content/example-text.ts';
import { gallbladder } from '../content/example-notes.ts';
import type { ExampleNote } from '../content/example-notes.ts';
import type { ExampleReading } from '../content/site.ts';

function Words({ piece }: { readonly piece: Piece }) {
  if (piece.codes.length > 0) return <mark data-codes={piece.codes.join(' ')}>{piece.words}</mark>;
  if (piece.aside === undefined) return piece.words;
  return (
    <span className="aside">
      {piece.words} <span className="aside-tag">{piece.aside}</span>
    </span>
  );
}

/** The first words of a description: what is left out stands in its brackets and after its commas. */
const shortWords = (description: string): string => description.split(/,| \(/)[0] ?? description;

function CodeRow({ code, short }: { readonly code: ExampleCode; readonly short: boolean }) {
  // Nothing is certain, and nothing that is shown is impossible.
  const percent = Math.min(99, Math.max(1, Math.round(code.confidence * 100)));
  return (
    <li>
      <button type="button" className="code-row" data-code={code.code} aria-pressed="false">
        <b className="code-number">{code.code}</b>
        <span className="code-words">
          {short ? shortWords(code.description) : code.description}
          {short ? null : <small>{code.why}</small>}
        </span>
        <span className="confidence">
          <span className="bar" aria-hidden="true">
            <i style={{ width: `${percent}%` }} />
          </span>
          <span className="confidence-number">
            <span className="visually-hidden">Confidence </span>.{String(percent).padStart(2, '0')}
          </span>
        </span>
      </button>
    </li>
  );
}

const tiers = [
  { tier: 'likely', label: 'Likely' },
  { tier: 'look', label: 'Worth a look' },
] as const;

const tiersOf = (codes: readonly ExampleCode[]) => tiers.filter(({ tier }) => codes.some((code) => code.tier === tier));

/** The product as a picture: a note with its evidence marked, the codes it leads to beside or below. */
export function NotePicture({
  note,
  codes,
  caption,
  wide = false,
}: {
  readonly note: ExampleNote;
  readonly codes: readonly ExampleCode[];
  readonly caption: string;
  readonly wide?: boolean;
}) {
  const shown = wide ? codes : codes.filter(({ tier }) => tier === 'likely');
  const sections = piecesOf(note, shown);
  return (
    <figure className={wide ? 'note-picture note-wide' : 'note-picture'} data-note={note.id}>
      <div className="note-card">
        <div className="note-text">
          {note.sections.map((section, at) => (
            <div key={section.heading} className="note-section">
              <p className="note-heading">{section.heading}</p>
              <p>
                {sections[at]?.map((piece, index) => (
                  <Words key={`${section.heading}-${String(index)}`} piece={piece} />
                ))}
              </p>
            </div>
          ))}
        </div>
        <div className="note-codes">
          {tiersOf(shown).map(({ tier, label }) => (
            <div key={tier}>
              <p className="tier" id={`${note.id}-${tier}`}>
                {label}
              </p>
              <ul aria-labelledby={`${note.id}-${tier}`}>
                {shown
                  .filter((code) => code.tier === tier)
                  .map((code) => (
                    <CodeRow key={code.code} code={code} short={!wide} />
                  ))}
              </ul>
            </div>
          ))}
        </div>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** The gallbladder with all that the engine reads in it. */
export function GallbladderPicture({ reading }: { readonly reading: ExampleReading }) {
  return (
    <NotePicture
      note={gallbladder}
      codes={reading.codes.gallbladder}
      wide
      caption="An example note written for this page, and what Incisive suggests for it; the small tags show how it takes the rest. Choose a code to see its words."
    />
  );
}
