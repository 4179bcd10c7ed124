/** A generator of numbers that gives the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Codes to make claims of: related ones stand in one group, so that rules meet. */
export type CodeGroups = readonly (readonly string[])[];

export interface RandomCase {
  id: string;
  values: boolean;
  profile: Record<string, string>;
  tables?: Record<string, unknown>;
  claim: {
    dos: string;
    pos: string;
    performer: string;
    dx: string[];
    today: string;
    prior: { code: string; date: string; modifiers: string[] }[];
    lines: { id: string; code: string; units: number; modifiers: string[]; date: string; dx: number[]; evidence: string[] }[];
  };
}

const MODIFIERS =
  'LT RT 50 LT RT 50 59 59 XE XS XP XU 22 51 52 53 24 25 57 58 78 79 62 66 80 81 82 AS 26 TC 54 55 56 76 77 91 E1 E3 F1 F6 FA T1 T5 TA LC LD RC ' +
  'LM RI 27 73 GC ZZ KX';
const DAYS = ['2024-08-15', '2024-08-15', '2024-08-15', '2024-08-14', '2024-08-16'];

/** A claim of a seed: mostly plausible, everywhere a little wrong. */
export function randomCase(seed: number, groups: CodeGroups, visits: readonly string[]): RandomCase {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * (most + 1)) }, make);
  const chance = (share: number) => random() < share;
  const modifiers = MODIFIERS.split(' ');
  const near = [pick(groups), pick(groups), pick(groups)];
  const code = () => (chance(0.08) ? pick(visits) : chance(0.02) ? '00X00' : pick(pick(near)));
  const old = chance(0.05);
  const dos = old ? '2019-06-15' : chance(0.03) ? '2025-02-03' : '2024-08-15';
  const dx = Array.from({ length: 1 + Math.floor(random() * (chance(0.03) ? 14 : 4)) }, (_, n) =>
    pick(['K8020', 'M545', `X${n}`]),
  );
  const lines = Array.from({ length: 1 + Math.floor(random() * 7) }, (_, n) => {
    const carried = some(chance(0.1) ? 5 : 2, () => pick(modifiers));
    return {
      id: `L${n + 1}`,
      code: code(),
      units: chance(0.7) ? 1 : chance(0.9) ? 1 + Math.floor(random() * 6) : chance(0.5) ? 0 : Math.floor(random() * 40),
      modifiers: carried,
      date: chance(0.02) ? '' : chance(0.1) ? pick(DAYS) : dos,
      dx: chance(0.9) ? [1] : some(5, () => 1 + Math.floor(random() * 5)),
      evidence: carried.filter(() => chance(0.4)),
    };
  });
  if (chance(0.1)) lines.push({ ...pick(lines), id: `L${lines.length + 1}` });
  const quarter = ['2019-04-01', '2024-09-30'];
  return {
    id: `seed-${seed}`,
    values: true,
    profile: {
      payer: chance(0.8) ? 'medicare' : 'other',
      bilateral: chance(0.8) ? 'one-line' : 'two-lines',
      mod51: chance(0.8) ? 'omit' : 'append',
      distinct_on: chance(0.8) ? 'either' : 'column2',
    },
    ...(old ? { tables: { covers: { mpfs: quarter, ptp: quarter, mue: quarter, addon: quarter } } } : {}),
    claim: {
      dos,
      pos: pick(['22', '22', '21', '24', '11', '23']),
      performer: chance(0.85) ? 'surgeon' : pick(['assistant', 'co-surgeon', 'team']),
      dx,
      today: chance(0.03) ? '2024-08-14' : '2026-12-31',
      prior: chance(0.2)
        ? some(3, () => ({
            code: code(),
            date: pick(['2024-08-14', '2024-08-01', '2024-05-16', '2024-05-17', dos]),
            modifiers: chance(0.2) ? ['78'] : [],
          }))
        : [],
      lines,
    },
  };
}

/** Groups of codes that edits, families and numbers bring together. */
export function groupsOf(codes: readonly string[], neighbors: (code: string) => readonly string[]): CodeGroups {
  return codes.map((code, n) => [code, ...codes.slice(n + 1, n + 4), ...neighbors(code)]);
}
