/**
 * Background work yields to people: p50 and p95 of the list of notes while nothing else goes on, and while the suggestions of all notes are
 * recomputed as after an upgrade; idle is the mean of before and after, for a machine that has other work. `--notes N`, `--seconds N`, `--rounds N`, `--connections N` people, who ask again
 * after `--pause N` milliseconds.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { withSystem } from '../apps/api/src/db/tenant.ts';
import { load, median } from './load.ts';
import { openMeasuredApp } from './measured-app.ts';
import { seedManyNotes } from './notes/seed-many-notes.ts';

const { values } = parseArgs({
  options: {
    notes: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '4' },
    pause: { type: 'string', default: '100' },
  },
});
const measured = await openMeasuredApp();
try {
  const { database, admin } = measured.opened;
  await seedManyNotes(admin, { tenants: [measured.tenantId], notes: Number(values.notes) });
  const port = Number(new URL(await measured.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { authorization } = await measured.bearer('admin');
  const request = `GET /api/v1/op-notes/?per_page=25 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`;
  const measure = (seconds: number) =>
    load({ port, request, seconds, connections: Number(values.connections), pause: Number(values.pause) });
  const recomputed = async (): Promise<number> =>
    (await withSystem(database, (tx) => sql<{ n: number }>`select count(*)::int as n from app.suggestion_cache`.execute(tx)))
      .rows[0]!.n;
  // The engine takes up its catalog before it is measured.
  const begun = measured.recompute();
  await measure(5);
  await begun.stop();
  const ratios: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const first = await measure(Number(values.seconds));
    const before = await recomputed();
    const resume = measured.recompute();
    const busy = await measure(Number(values.seconds));
    await resume.stop();
    const done = (await recomputed()) - before;
    const last = await measure(Number(values.seconds));
    const idle = { p50: (first.p50 + last.p50) / 2, p95: (first.p95 + last.p95) / 2 };
    ratios.push(busy.p95 / idle.p95);
    console.log(
      `idle p50 ${idle.p50.toFixed(1)}, p95 ${idle.p95.toFixed(1)} ms   while recomputing p50 ${busy.p50.toFixed(1)}, p95 ${busy.p95.toFixed(1)} ms` +
        `   ratio of p95 ${ratios.at(-1)!.toFixed(2)}   ${done} of ${values.notes} notes recomputed meanwhile`,
    );
  }
  console.log(
    `Median ratio ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
} finally {
  await measured.close();
}
