import { BODY, DIAGNOSIS, FINDINGS, HEADING, INDICATIONS, type NoteFindings } from '../../2-findings/note.ts';

/**
 * How surely a note says each term, 0 to 1, by where. A code has hundreds of terms and a note says few of them: one small
 * table tells which, and only those have weights.
 */
export type SaidTerms = {
  /** By term number: its entry in the arrays below; 0 when the note does not say it. */
  readonly entries: Uint16Array | Uint32Array;
  readonly heading: Float32Array;
  /** Best of heading and diagnosis. */
  readonly named: Float32Array;
  /** Best anywhere but history. */
  readonly anywhere: Float32Array;
};

/** Lays out what a note says. @param size of the lexicon */
export function saidTerms({ channels }: Pick<NoteFindings, 'channels'>, size: number): SaidTerms {
  const most = 1 + channels.reduce((sum, bag) => sum + bag.size, 0);
  const entries = most < 1 << 16 ? new Uint16Array(size) : new Uint32Array(size);
  const [heading, named, anywhere] = [new Float32Array(most), new Float32Array(most), new Float32Array(most)];
  let last = 0;
  const spread = (channel: number, targets: readonly Float32Array[]): void => {
    for (const [term, { weight }] of channels[channel] ?? []) {
      const entry = entries[term] || (entries[term] = ++last);
      for (const target of targets) if ((target[entry] ?? 0) < weight) target[entry] = weight;
    }
  };
  spread(HEADING, [heading, named, anywhere]);
  spread(DIAGNOSIS, [named, anywhere]);
  for (const channel of [FINDINGS, INDICATIONS, BODY]) spread(channel, [anywhere]);
  return { entries, heading, named, anywhere };
}

/** How surely the note says a term anywhere but in its history. */
export function saidAnywhere(term: number, { entries, anywhere }: SaidTerms): number {
  return anywhere[entries[term] ?? 0] ?? 0;
}
