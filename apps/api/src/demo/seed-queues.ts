import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { DemoWorld } from './seed-notes.ts';

/** Queues to take from. */
export async function seedQueues(tx: Tx, world: DemoWorld): Promise<void> {
  const queues = [
    {
      tenant: world.tenants[0],
      name: 'Over 14 days',
      filter: { min_age: 14 },
      priority: 10,
      members: ['approver', 'surgeon', 'admin'],
    },
    {
      tenant: world.tenants[0],
      name: 'This fortnight',
      filter: { max_age: 13 },
      priority: 20,
      members: ['approver', 'surgeon', 'admin'],
    },
  ];
  for (const one of queues) {
    const { rows } = await sql<{ id: string }>`insert into app.queues (tenant_id, name, filter, priority, created_by)
      values (${one.tenant}, ${one.name}, ${JSON.stringify(one.filter)}::jsonb, ${one.priority}, 'admin') returning id`.execute(
      tx,
    );
    for (const member of one.members)
      await sql`insert into app.queue_members (tenant_id, queue_id, user_id)
        values (${one.tenant}, ${rows[0]!.id}, ${world.userId(member)})`.execute(tx);
  }
}
