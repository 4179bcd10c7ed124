import { finding, readFrom, type Finding } from '../finding.ts';
import { withoutModifiers } from '../modifiers.ts';
import { isAddOn, type Rule } from './rule.ts';

export const addOnRule: Rule = (claim, tables) => {
  const found: Finding[] = [];
  for (const line of claim.lines) {
    if (!tables.covers('addon', line.date ?? '') || !isAddOn(tables, line)) continue;
    const { code } = line;
    const others = claim.lines.filter((other) => other !== line && other.date === line.date);
    const row = tables.addOn(code, line.date ?? '');
    const listed = others.some((other) => row?.primaries.has(other.code));
    const source = readFrom(tables, 'addon', line.date, 'Add-On Code', 'Primary Code', 'Edit Type');
    const remove = { do: 'remove-line', line: line.id } as const;
    const primaries = [...(row?.primaries ?? [])].toSorted();
    const fixes = primaries.length > 0 ? [{ do: 'add-code', codes: primaries } as const, remove] : [remove];
    const facts = { code, type: row?.type ?? null };
    if (row?.type === 1) {
      if (!listed) found.push(finding('addon.no-primary', 'error', [line], { facts, source, fixes }));
    } else if (!listed && others.every((other) => isAddOn(tables, other))) {
      found.push(finding('addon.alone', 'error', [line], { facts, source, fixes }));
    } else if (row?.type === 3 && !listed) {
      found.push(finding('addon.unlisted-primary', 'warning', [line], { facts, source, fixes: [{ do: 'say-why' }, ...fixes] }));
    }
    if (line.modifiers.includes('51')) {
      const modifiers = withoutModifiers(line, new Set(['51']));
      found.push(
        finding('addon.51', 'error', [line], {
          facts: { code },
          source,
          fixes: [{ do: 'set-modifiers', line: line.id, modifiers }],
        }),
      );
    }
  }
  return found;
};
