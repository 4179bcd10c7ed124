import { expect, test } from 'vitest';
import { backupName, backupsAmong, superfluous } from './kept-backups.ts';

const hour = 3_600_000;
const now = new Date('2026-11-18T12:00:00Z');
/** One an hour for as many days. */
const hourly = (days: number) =>
  backupsAmong(Array.from({ length: days * 24 }, (_, n) => backupName(new Date(now.getTime() - n * hour))));

test('a name tells when a backup was made, and only such names are taken for ours', () => {
  const name = backupName(new Date('2026-11-18T09:05:07.123Z'));
  expect(name).toBe('incisive-20261118T090507Z.bak');
  const found = backupsAmong([name, 'incisive-20261118T090507Z.bak.partial', 'notes.bak', 'incisive-20261399T000000Z.bak']);
  expect(found).toEqual([{ name, madeAt: new Date('2026-11-18T09:05:07Z') }]);
});

test('HIP-N6 of hourly backups over 500 days stay: the last day, 7 days, 5 weeks, 12 months', () => {
  const all = hourly(500);
  const gone = new Set(superfluous(all, now).map(({ name }) => name));
  const stays = all.filter(({ name }) => !gone.has(name));
  const older = stays.filter(({ madeAt }) => now.getTime() - madeAt.getTime() >= 24 * hour).map(({ name }) => name);
  expect(stays.length - older.length).toBe(24);
  expect(older).toEqual([
    // The newest of each day before, then of each week before those (its Sunday), then of each month before.
    ...['1116', '1115', '1114', '1113', '1112'].map((day) => `incisive-2026${day}T230000Z.bak`),
    ...['1108', '1101', '1031', '1025', '0930', '0831', '0731', '0630', '0531', '0430', '0331', '0228', '0131'].map(
      (day) => `incisive-2026${day}T230000Z.bak`,
    ),
    'incisive-20251231T230000Z.bak',
  ]);
});

test('pruning again takes nothing more, and gaps take nothing away', () => {
  const all = hourly(500);
  const gone = new Set(superfluous(all, now));
  const once = all.filter((backup) => !gone.has(backup));
  expect(superfluous(once, now)).toEqual([]);
  const old = backupsAmong(['incisive-20200101T000000Z.bak', 'incisive-20190101T000000Z.bak']);
  expect(superfluous(old, now)).toEqual([]);
});
