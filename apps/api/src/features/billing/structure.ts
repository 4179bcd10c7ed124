import { separators } from './x12.ts';

const headLength = 106;

/** What is wrong with the frame of an interchange: lengths, counts, control numbers, levels. Nothing, where it is whole. */
export function structuralFaults(content: string): string[] {
  const segments = content
    .split(separators.segment)
    .slice(0, -1)
    .map((one) => one.split(separators.element));
  const [isa, gs, st] = segments;
  const [se, ge, iea] = segments.slice(-3);
  if (!isa || !gs || !st || !se || !ge || !iea || segments.length < 7) return ['it has no frame'];
  const names = [isa, gs, st, se, ge, iea].map(([name]) => name).join(' ');
  const levels = segments.filter(([name]) => name === 'HL');
  const held: readonly (readonly [string, boolean])[] = [
    ['the head has its length', content.indexOf(separators.segment) === headLength - 1],
    ['the frame is in order', names === 'ISA GS ST SE GE IEA'],
    ['the segments are counted', se[1] === String(segments.length - 4)],
    ['the numbers of the transaction agree', st[2] === se[2]],
    ['the numbers of the group agree', gs[6] === ge[2] && ge[1] === '1'],
    ['the numbers of the interchange agree', isa[13] === iea[2] && iea[1] === '1'],
    ['the levels are numbered', levels.every((level, at) => level[1] === String(at + 1))],
    [
      'every level stands below one before it',
      levels.every((level, at) => at === 0 || (Number(level[2]) >= 1 && Number(level[2]) <= at)),
    ],
    [
      'every segment has a name and no empty end',
      segments.every((one) => /^[A-Z][A-Z0-9]{1,2}$/.test(one[0]!) && one.at(-1) !== ''),
    ],
    ['there are no signs that cannot be read', /^[\x20-\x7e]*$/.test(content)],
  ];
  return held.filter(([, holds]) => !holds).map(([rule]) => `not so: ${rule}`);
}
