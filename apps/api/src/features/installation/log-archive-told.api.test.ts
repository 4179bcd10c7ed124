import type { Backups } from '@incisive/contract/installation';
import { expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { type WalState, saveWalState } from '../../db/wal/wal-state.ts';
import { checkLogArchive } from '../../doctor/database.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { useTestApp } from '../../testing/build-test-app.ts';

const t = await useTestApp({ WAL_ARCHIVE: 'on', BACKUP_DIR: '/backup' });
const metrics = new Metrics(t.database);
const minute = 60_000;
const day = 24 * 60 * minute;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();
const save = (state: WalState) => withSystem(t.database, (tx) => saveWalState(tx, state));
const shown = async () => (await t.as('superadmin', 'GET', '/api/v1/installation/backups/')).json<Backups>().log;
const health = async () => (await t.app.inject('/readyz')).json<{ log_archive: Record<string, unknown> }>().log_archive;
const figure = async (name: string): Promise<number> => Number(new RegExp(`^${name} (.*)$`, 'm').exec(await metrics.text())?.[1]);

test('M: how far the archive of the log is stands in System information, readiness, metrics and doctor; a failure in all of them', async () => {
  expect(await shown()).toEqual({ archived_at: null, base_at: null, tried_at: null, failing: null });
  expect(await health()).toEqual({ archived_age_seconds: null, base_age_seconds: null, tried_age_seconds: null, failing: false });
  expect(await figure('incisive_log_archived_age_seconds')).toBeNaN();
  expect((await checkLogArchive(t.database)).map(({ verdict }) => verdict)).toEqual(['mend', 'mend']);

  const [archived, base, tried] = [ago(minute), ago(day / 2), ago(3 * day)];
  await save({ archived, base: { name: 'x', at: base, bytes: 1, seconds: 1 }, tried: { name: 'x', at: tried } });
  expect(await shown()).toEqual({ archived_at: archived, base_at: base, tried_at: tried, failing: null });
  expect((await health())['failing']).toBe(false);
  expect(await figure('incisive_log_archived_age_seconds')).toBeGreaterThanOrEqual(60);
  expect(await figure('incisive_log_base_age_seconds')).toBeGreaterThanOrEqual(day / 2000);
  expect(await figure('incisive_log_archive_failing')).toBe(0);
  expect((await checkLogArchive(t.database)).map(({ verdict }) => verdict)).toEqual(['good']);

  const late = { since: ago(10 * minute), reason: 'BACKUP_DIR is not mounted', at: ago(0), toldAt: ago(0) };
  await save({ late, tried: { name: 'x', at: ago(9 * day) } });
  expect((await shown())?.failing).toEqual({ since: late.since, reason: late.reason });
  expect((await health())['failing']).toBe(true);
  expect(await figure('incisive_log_archive_failing')).toBe(1);
  const findings = await checkLogArchive(t.database);
  expect(findings.map(({ verdict }) => verdict)).toEqual(['mend', 'look']);
  expect(findings[0]?.words).toContain('BACKUP_DIR is not mounted');
  // What is saved leaves the rest as it was.
  await save({ late: null });
  expect(await shown()).toMatchObject({ archived_at: archived, base_at: base, failing: null });
});
