import { auditEvents } from '@incisive/contract/audit-events';
import { can, isSuperRole, roles } from '@incisive/contract/roles';
import { describe, expect, test } from 'vitest';
import { withSystem } from '../../db/tenant.ts';
import { AccessFixtures } from '../../testing/access-fixtures.ts';
import { useTestApp } from '../../testing/build-test-app.ts';
import { endpoints } from '../../testing/contract-cells.ts';
import { ContractRequests } from '../../testing/contract-requests.ts';

// Made from the contract: whatever is recorded of a note is recorded where the note is, whoever did it from wherever.

const t = await useTestApp();
const make = new AccessFixtures(t);
const requests = new ContractRequests(t, make);

const ofNotes = new Set(Object.keys(auditEvents).filter((event) => /^(note|code|train)_?/.test(event)));
const recorded = endpoints.filter(
  ({ group, name, endpoint }) =>
    ['opNotes', 'edNotes'].includes(group) &&
    endpoint.audit !== null &&
    ofNotes.has(endpoint.audit) &&
    // An order of an export hands nothing out: its notes are recorded when the file leaves.
    (endpoint.path.includes(':id') || ['removeMany', 'downloadMany'].includes(name)),
);

describe('S6: what a role above the tenants does with a note is in the record of the note’s tenant', () => {
  test.each(recorded)('S6: $id', async (listed) => {
    const { endpoint } = listed;
    const callers = roles.filter((role) => isSuperRole(role) && can(role, endpoint.permission as Parameters<typeof can>[1]));
    expect(callers.length).toBeGreaterThan(0);
    for (const role of callers) {
      const caller = await make.caller(role);
      const { method, url, headers, payload, prepared } = await requests.sample(listed, { role, place: 'other', caller });
      const answer = await t.app.inject({ method, url, headers: { ...headers }, ...(payload === undefined ? {} : { payload }) });
      expect(answer.statusCode, `${role}: ${answer.body.slice(0, 300)}`).toBeLessThan(300);
      const note = String((prepared.params['id'] ?? prepared.fields['op_notes'] ?? prepared.fields['ed_notes'])?.());
      const rows = await withSystem(t.database, (tx) =>
        tx
          .selectFrom('app.audit_log')
          .select(['tenant_id', 'entity'])
          .where('user_id', '=', caller.actor.userId)
          .where('type', '=', endpoint.audit!)
          .where('outcome', '=', 'success')
          .execute(),
      );
      const elsewhere = rows.filter((row) => row.tenant_id !== t.tenants[1] || !row.entity.includes(`note:${note}`));
      expect({ role, recorded: rows.length > 0, elsewhere }).toEqual({ role, recorded: true, elsewhere: [] });
    }
  });
});
