/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/click-events-have-key-events -- a row that keys move through: its keys are the panel's */
import { useEffect, useRef } from 'react';
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ClaimCase, ClaimFinding, ClaimLine } from '@incisive/contract/cases';
import type { OfferedFix } from './claim-words.ts';
import { dayOrNone, messageOfFinding, wrongWords } from './claim-words.ts';
import { formatDay } from '../../../lib/dates.ts';
import { modifierWords } from './modifier-words.ts';
import { TypedField } from './typed-field.tsx';
import classes from './claim.module.css';

const icons = { error: IconAlertCircle, warning: IconAlertTriangle, info: IconInfoCircle };
const severities = { error: 'Error', warning: 'Warning', info: 'Note' } as const;
const levelFacts = ['level', 'levels', 'digit', 'artery', 'size', 'area', 'length', 'count'];

/** What decides the line, after its words: the level, the finger, the size. */
const factsOf = (line: ClaimLine): string =>
  levelFacts
    .flatMap((name) => {
      const fact = line.facts[name];
      return Array.isArray(fact) ? fact.map(String) : typeof fact === 'string' || typeof fact === 'number' ? [String(fact)] : [];
    })
    .join(', ');

const descriptive = /^(LT|RT|50|26|E[1-4]|F[A1-9]|T[A1-9]|L[CDM]|R[CI])$/;

interface LineRowProps {
  readonly claim: ClaimCase;
  readonly line: ClaimLine;
  readonly focused: boolean;
  readonly frozen: boolean;
  readonly editing: 'units' | 'day' | null;
  readonly onFocus: () => void;
  /** Undefined: left as they are. */
  readonly onUnits: (units: number | undefined) => void;
  /** Undefined: left as it is; null: the day of the claim. */
  readonly onDay: (day: string | null | undefined) => void;
  /** The open field was left: keys go on where they were. */
  readonly onLeave: () => void;
  readonly onModifiers: () => void;
  readonly onShowWords: () => void;
  readonly children?: React.ReactNode;
}

/** One line of the claim: what is billed, how often, for which diagnosis, and what it is worth. */
export function LineRow({
  claim,
  line,
  focused,
  frozen,
  editing,
  onFocus,
  onUnits,
  onDay,
  onLeave,
  onModifiers,
  onShowWords,
  children,
}: LineRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Keys act on the focused line; a field of it that is open keeps the focus.
    if (focused && editing === null && !row.current?.contains(document.activeElement))
      row.current?.focus({ preventScroll: false });
  }, [focused, editing]);
  const place = claim.lines.indexOf(line) + 1;
  const value = claim.values[line.id];
  const share = claim.shares[line.id];
  const facts = factsOf(line);
  return (
    <li
      ref={row}
      className={classes.line}
      data-focused={focused || undefined}
      data-code={line.code}
      aria-current={focused ? 'true' : undefined}
      aria-label={`Line ${String(place)}: ${line.code}`}
      tabIndex={focused ? 0 : -1}
      onFocus={(event) => (event.target === event.currentTarget ? onFocus() : undefined)}
      onClick={onFocus}
    >
      <div className={classes.grid}>
        <span className={classes.place}>{place}</span>
        <code className={classes.code}>{line.code}</code>
        <span className={classes.chips}>
          {line.modifiers.map((modifier) => (
            <Chip key={modifier} modifier={modifier} line={line} frozen={frozen} onOpen={onModifiers} />
          ))}
          {line.proposed.map(({ modifier }) => (
            <span key={modifier} className={classes.proposedBox}>
              <Chip modifier={modifier} line={line} frozen={frozen} proposed onOpen={onModifiers} />{' '}
              <span className={classes.quiet}>proposed</span>
            </span>
          ))}
        </span>
        {editing === 'units' ? (
          <TypedField
            opened
            numeric
            label="Units"
            look={classes.units}
            value={String(line.units)}
            read={(typed) => (/^[1-9]\d{0,3}$/.test(typed) ? Number(typed) : undefined)}
            wrong={wrongWords.units}
            onDone={onUnits}
            onLeave={onLeave}
          />
        ) : (
          <span className={classes.number} data-read={(line.evidence['units'] && !line.settled && !frozen) || undefined}>
            <span className={classes.narrowLabel}>Units </span>
            {line.units}
          </span>
        )}
        <span className={classes.number}>
          <span className={classes.narrowLabel}>Dx </span>
          {line.dx.length > 0 ? line.dx.join(',') : '–'}
        </span>
        <span className={classes.number}>
          {value === null || value === undefined ? '–' : value.toFixed(2)}
          {share === undefined ? null : <span className={classes.share}>{Math.round(share * 100)} %</span>}
        </span>
      </div>
      <div className={classes.words}>
        {line.description}
        {facts ? (
          <>
            : <strong>{facts}</strong>
          </>
        ) : null}
        {line.stale ? <span className={classes.stale}> words gone</span> : null}
        {line.service_date && editing !== 'day' ? <span className={classes.day}> on {formatDay(line.service_date)}</span> : null}
        {editing === 'day' ? (
          <TypedField
            opened
            label="Day of this line"
            hint="MM/DD/YYYY, empty: as the claim"
            look={classes.dayField}
            value={line.service_date ? formatDay(line.service_date) : ''}
            read={dayOrNone}
            wrong={wrongWords.day}
            onDone={onDay}
            onLeave={onLeave}
          />
        ) : null}
        {focused ? (
          <button type="button" className={classes.showWords} onClick={onShowWords}>
            Show words
          </button>
        ) : null}
      </div>
      {children}
    </li>
  );
}

function Chip(props: {
  readonly modifier: string;
  readonly line: ClaimLine;
  readonly frozen: boolean;
  readonly proposed?: boolean;
  readonly onOpen: () => void;
}) {
  const { modifier, line, frozen, proposed = false } = props;
  const look = proposed
    ? 'proposed'
    : frozen
      ? 'frozen'
      : line.stale
        ? 'stale'
        : descriptive.test(modifier) && !line.settled
          ? 'read'
          : 'set';
  if (frozen)
    return (
      <span className={classes.chip} data-look={look} title={modifierWords[modifier]}>
        {modifier}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.chip}
      data-look={look}
      onClick={props.onOpen}
      aria-label={`Modifier ${modifier} of ${line.code}`}
      title={modifierWords[modifier]}
    >
      {modifier}
    </button>
  );
}

interface FindingRowProps {
  readonly finding: ClaimFinding;
  readonly fixes: readonly OfferedFix[];
  /** Its line is looked at: the fixes show, with their keys where this one is the first. */
  readonly open: boolean;
  readonly keys: boolean;
  readonly current: boolean;
  /** Files that were imported since say it for the first time. */
  readonly fresh: boolean;
  readonly onFix: (fix: OfferedFix) => void;
  readonly why: React.ReactNode;
}

/** What is wrong with its source, then the ways to answer it. Focus changes no height: fixes that are hidden keep their place. */
/** What is known by Incisive alone says so in its message. */
const sourceWords = (reason: string, { kind, file, version }: NonNullable<ClaimFinding['source']>): string | null => {
  if (kind !== 'knowledge') return `${file} ${version}`;
  return reason.startsWith('known.') ? null : 'by Incisive’s knowledge';
};

export function FindingRow({ finding, fixes, open, keys, current, fresh, onFix, why }: FindingRowProps) {
  const Icon = icons[finding.severity];
  const source = finding.source;
  return (
    <div
      className={classes.finding}
      data-severity={finding.severity}
      data-current={current || undefined}
      data-said={finding.said !== null || undefined}
    >
      <p>
        <Icon size={16} aria-hidden />
        <span className="visually-hidden">{severities[finding.severity]}: </span>
        {fresh ? <strong className={classes.fresh}>New</strong> : null} {messageOfFinding(finding)}{' '}
        <span className={classes.quiet}>{source ? sourceWords(finding.reason, source) : null}</span>
      </p>
      {finding.said ? (
        <p className={classes.said}>
          “{finding.said.why}” {finding.said.by}
        </p>
      ) : (
        (why ?? (
          <p className={classes.fixes} data-open={open || undefined}>
            {fixes.map((fix, n) => (
              <button key={`${fix.label} ${fix.line ?? ''}`} type="button" tabIndex={open ? 0 : -1} onClick={() => onFix(fix)}>
                {fix.label} {fix.words ? <q>{fix.words}</q> : null}
                {keys && n === 0 ? <kbd aria-hidden>.</kbd> : null}
                {keys && fix.opens === 'why' ? <kbd aria-hidden>Y</kbd> : null}
              </button>
            ))}
          </p>
        ))
      )}
    </div>
  );
}
