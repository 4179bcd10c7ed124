import { expectMinutes } from './expected-minutes.ts';
import type { FinishedCase } from './people.store.ts';

export interface Pace {
  readonly coder: string;
  readonly cases: number;
  readonly lines: number;
  readonly timed: number;
  readonly minutes: number;
  readonly expected: number | null;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** Of each who finished cases in the period: how many, how long it took, and how long such cases take here. */
export function paceOf(finished: readonly FinishedCase[]): Pace[] {
  const expected = expectMinutes(finished.filter(({ minutes }) => minutes > 0));
  const current = finished.filter((one) => one.current);
  return [...new Set(current.map(({ coder }) => coder))].toSorted().map((coder) => {
    const own = current.filter((one) => one.coder === coder);
    const timed = own.filter(({ minutes }) => minutes > 0);
    return {
      coder,
      cases: own.length,
      lines: sum(own.map(({ lines }) => lines)),
      timed: timed.length,
      minutes: tenth(sum(timed.map(({ minutes }) => minutes))),
      expected: expected && timed.length > 0 ? tenth(sum(timed.map(expected))) : null,
    };
  });
}
