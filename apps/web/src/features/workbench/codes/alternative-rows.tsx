import type { CodeLink } from '@incisive/contract/code-links';
import { leastShown } from './code-sheet.ts';
import { percentOf } from './confidence.tsx';
import classes from './alternative-rows.module.css';

export interface AlternativeRowsProps {
  readonly lead: CodeLink;
  readonly others: readonly CodeLink[];
  readonly columns: number;
  readonly opened: boolean;
  readonly decides: boolean;
  readonly busy: boolean;
  readonly onToggle: (lead: string) => void;
  readonly onReplace: (lead: CodeLink, other: CodeLink) => void;
}

/** Under the leading code of a procedure: its other readings, one of which may take its place, and what is part of it. */
export function AlternativeRows({ lead, others, columns, opened, decides, busy, onToggle, onReplace }: AlternativeRowsProps) {
  const readings = others.filter((link) => link.alternative_to === lead.code);
  const shown = opened ? others : others.filter((link) => (link.confidence ?? 0) >= leastShown);
  const hidden = others.length - shown.length;
  return (
    <tr className={classes.row}>
      <td colSpan={columns}>
        <ul aria-label={`Under ${lead.code}`}>
          {shown.map((link) => {
            const isReading = readings.includes(link);
            return (
              <li key={link.code}>
                <span className={classes.or}>{isReading ? 'or' : ''}</span>
                <span className="code">{link.code}</span>
                <span className={classes.words}>
                  <span data-folded={opened ? undefined : true}>{link.description}</span>
                  {opened && isReading && link.why ? <small>{link.why} Report only one.</small> : null}
                </span>
                <span className={classes.chance}>{isReading ? percentOf(link.confidence ?? 0) : `part of ${lead.code}`}</span>
                {isReading && opened && decides ? (
                  <button type="button" className={classes.replace} disabled={busy} onClick={() => onReplace(lead, link)}>
                    Replace {lead.code}
                  </button>
                ) : null}
              </li>
            );
          })}
          {hidden > 0 ? (
            <li>
              <span className={classes.or} />
              {hidden} more under {lead.code} below 5%
            </li>
          ) : null}
        </ul>
        {readings.length > 0 || hidden > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={opened}
            aria-label={`${opened ? 'Fold' : 'Open'} the alternatives to ${lead.code}`}
            onClick={() => onToggle(lead.code)}
          >
            {opened ? '‹' : '›'}
          </button>
        ) : null}
      </td>
    </tr>
  );
}
