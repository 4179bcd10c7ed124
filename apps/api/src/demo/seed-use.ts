import type { feedbackSubjects } from '@incisive/contract/feedbacks';
import type { Tx } from '../db/client.ts';
import type { DemoWorld } from './seed-notes.ts';

const hour = 3_600_000;

interface DemoFeedback {
  readonly subject: (typeof feedbackSubjects)[number];
  readonly message: string;
  readonly by: string;
  readonly tenant: 0 | 1;
  readonly daysAgo: number;
  readonly done?: true;
  /** About the newest note of the tenant that holds an approved code. */
  readonly aboutNote?: true;
}

export const demoFeedbacks: readonly DemoFeedback[] = [
  {
    subject: 'Code denial',
    message: 'The payer wants the size of the defect in the note before it pays for the flap.',
    by: 'approver',
    tenant: 0,
    daysAgo: 1,
    aboutNote: true,
  },
  {
    subject: 'Suggest a feature',
    message: 'Please let us print the list of codes for the whole day.',
    by: 'dataentry',
    tenant: 0,
    daysAgo: 3,
  },
  {
    subject: 'User feedback',
    message: 'The marked words save us the second reading of long notes.',
    by: 'approver2',
    tenant: 1,
    daysAgo: 6,
    done: true,
  },
  {
    subject: 'Technical issue',
    message: 'A scanned PDF was refused. The message said why; we typed the note instead.',
    by: 'dataentry2',
    tenant: 1,
    daysAgo: 9,
    done: true,
  },
];

const paths = [
  '/opnotes',
  '/opnotes/:id',
  '/opnotes/:id',
  '/opnotes/new',
  '/opnotes/:id',
  '/ednotes',
  '/opnotes/upload',
  '/feedbacks',
];
const regions = ['US-MA', 'US-MA', 'US-NY', 'US-TX', 'US-CA', 'Unknown'];
const days = 14;

interface View {
  readonly tenant_id: string;
  readonly viewed_at: Date;
  readonly path: string;
  readonly vid: string;
  readonly sid: string;
  readonly region: string;
}

/** Two weeks of visits, fewer at weekends; the same for the same day, none in the future. */
export function demoViews(tenants: readonly [string, string], now: Date): View[] {
  const midnight = new Date(now).setUTCHours(0, 0, 0, 0);
  const views: View[] = [];
  for (let day = 0; day < days; day += 1) {
    const start = midnight - day * 24 * hour;
    const weekend = [0, 6].includes(new Date(start).getUTCDay());
    const sessions = weekend ? 2 : 6 + (day % 4);
    for (let session = 0; session < sessions; session += 1) {
      const person = (session * 3 + day) % 7;
      const length = 2 + ((session + day) % 6);
      for (let step = 0; step < length; step += 1)
        views.push({
          tenant_id: tenants[person % 3 === 2 ? 1 : 0],
          viewed_at: new Date(start + (13 + ((session * 5 + day) % 9)) * hour + step * 140_000),
          path: paths[(step + session) % paths.length]!,
          vid: `sample-visitor-${person}`,
          sid: `sample-session-${day}-${session}`,
          region: regions[person % regions.length]!,
        });
    }
  }
  return views.filter((view) => view.viewed_at <= now);
}

/** What people of the sample tenants have said and visited, so that feedback and metrics have something to show. */
export async function seedUse(tx: Tx, world: DemoWorld): Promise<void> {
  const now = new Date();
  await tx.insertInto('app.page_views').values(demoViews(world.tenants, now)).execute();
  for (const feedback of demoFeedbacks) {
    const tenant = world.tenants[feedback.tenant];
    const at = new Date(now.getTime() - feedback.daysAgo * 24 * hour);
    const note = feedback.aboutNote
      ? await tx
          .selectFrom('app.notes as n')
          .innerJoin('app.code_links as l', 'l.note_id', 'n.id')
          .select('n.id')
          .where('n.tenant_id', '=', tenant)
          .where('l.state', '=', 'APPROVED')
          .orderBy('n.created_at', 'desc')
          .executeTakeFirst()
      : undefined;
    await tx
      .insertInto('app.feedbacks')
      .values({
        tenant_id: tenant,
        subject: feedback.subject,
        message: feedback.message,
        status: feedback.done ? 'Done' : 'Pending',
        opnote_id: note?.id ?? null,
        opnote_tenant_id: note ? tenant : null,
        created_by: feedback.by,
        created_by_id: world.userId(feedback.by),
        created_at: at,
        updated_by: feedback.done ? 'superapprover' : null,
        updated_at: feedback.done ? new Date(at.getTime() + 20 * hour) : at,
      })
      .execute();
  }
}
