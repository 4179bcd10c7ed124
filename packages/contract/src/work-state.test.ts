import { describe, expect, it } from 'vitest';
import { can, roles } from './roles.ts';
import { type WorkFacts, actsNow, step, workActs, workStates } from './work-state.ts';

const facts: WorkFacts[] = (['nobody', 'self', 'other'] as const).flatMap((holder) =>
  (['new', 'returned', 'queried'] as const).flatMap((resting) => [true, false].map((isCoder) => ({ holder, resting, isCoder }))),
);
const everyStep = workStates.flatMap((state) =>
  workActs.flatMap((act) =>
    [null, ...roles].flatMap((role) => facts.map((fact) => ({ state, act, role, fact, taken: step(state, act, role, fact) }))),
  ),
);
type Taken = (typeof everyStep)[number];
const done = everyStep.filter(({ taken }) => 'to' in taken);
const to = ({ taken }: Taken): string => ('to' in taken ? taken.to : '');

describe('step, over every state, act, role and holder', () => {
  it('who has no part in coding moves nothing', () => {
    expect(done.filter(({ role }) => role === 'DataEntry')).toEqual([]);
    expect(done.filter(({ role, act }) => role === 'Coder' && ['take-over', 'reopen'].includes(act))).toEqual([]);
  });

  it('what somebody else has is changed by taking it over alone', () => {
    const meant = done.filter(({ state, fact }) => state === 'claimed' && fact.holder === 'other');
    expect(new Set(meant.map(({ act }) => act))).toEqual(new Set(['take-over']));
    expect(meant.every(({ role }) => role !== null && can(role, 'queue.lead'))).toBe(true);
  });

  it('only who has a case holds, asks about, skips, lets go or finishes it', () => {
    const own = done.filter(({ act }) => ['hold', 'query', 'skip', 'release', 'finish'].includes(act));
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ state, fact }) => state === 'claimed' && fact.holder === 'self')).toBe(true);
  });

  it('K: a case with an open question is not held besides: the answer would not bring it back', () => {
    expect(done.filter(({ act, fact }) => act === 'hold' && fact.resting === 'queried')).toEqual([]);
  });

  it('what is let go falls back to where it was', () => {
    const let_go = done.filter(({ act }) => act === 'release' || act === 'skip');
    expect(let_go.every((one) => to(one) === one.fact.resting)).toBe(true);
  });

  it('nothing is finished without a person, and nothing final is changed but by reopening, or by another text', () => {
    expect(done.filter((one) => to(one) === 'coded' && one.role === null)).toEqual([]);
    const left = done.filter((one) => ['final', 'exported'].includes(one.state) && !['final', 'exported'].includes(to(one)));
    expect(new Set(left.map(({ act }) => act))).toEqual(new Set(['reopen', 'note-changed']));
  });

  it('nobody reviews what they coded, and nobody else rebuts', () => {
    expect(done.filter(({ act, fact }) => ['pass', 'return'].includes(act) && fact.isCoder)).toEqual([]);
    expect(done.filter(({ act, fact }) => act === 'rebut' && !fact.isCoder)).toEqual([]);
  });

  it('what follows by itself is no role’s to do', () => {
    const alone = ['settle', 'draw', 'note-changed'];
    expect(done.filter(({ act, role }) => alone.includes(act) !== (role === null))).toEqual([]);
  });

  it('every state can be reached from a new case and left again', () => {
    const reached = new Set(['new']);
    for (;;) {
      const more = done.filter((one) => reached.has(one.state) && !reached.has(to(one))).map(to);
      if (more.length === 0) break;
      for (const one of more) reached.add(one);
    }
    expect([...reached].toSorted()).toEqual([...workStates].toSorted());
    for (const state of workStates) expect(done.some((one) => one.state === state && to(one) !== state)).toBe(true);
  });

  it('two people: of the acts that both may do on a free case, the second is refused what the first has claimed', () => {
    const first = { holder: 'nobody', resting: 'new', isCoder: false } as const;
    expect(step('new', 'claim', 'Coder', first)).toEqual({ to: 'claimed' });
    const second = { ...first, holder: 'other' } as const;
    expect(actsNow('claimed', 'Approver', second)).toEqual([]);
    expect(actsNow('claimed', 'Admin', second)).toEqual(['take-over']);
    expect(step('claimed', 'finish', 'Approver', second)).toEqual({ refused: 'claimed' });
  });
});
