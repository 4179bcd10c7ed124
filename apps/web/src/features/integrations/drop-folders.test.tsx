import { screen, within } from '@testing-library/react';
import { type DropFile, type DropFolder, dropFolders } from '@incisive/contract/drop-folders';
import { tenants } from '@incisive/contract/tenants';
import { describe, expect, test } from 'vitest';
import { profileOf, renderApp } from '../../testing/render-app.tsx';
import { unconnectedServer } from '../../testing/connection-sample.ts';

const tenant = { id: '22222222-2222-4222-8222-222222222222', name: 'North Clinic' };
const base: DropFolder = {
  id: '33333333-3333-4333-8333-333333333333',
  tenant,
  active: true,
  folder: tenant.id,
  changed_by: 'admin',
  changed_at: '2026-07-02T10:00:00Z',
  looked_at: '2026-07-03T10:00:00Z',
  problem: null,
  last_file: { at: '2026-07-03T10:00:00Z', outcome: 'refused' },
  last_error: { at: '2026-07-03T10:00:00Z', reason: 'file-empty' },
};
const refused: DropFile = {
  id: '44444444-4444-4444-8444-444444444444',
  at: '2026-07-03T10:00:00Z',
  outcome: 'refused',
  reason: 'file-empty',
  note_id: null,
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

function open(list: DropFolder[], { role = 'Admin', served = true }: { role?: 'Admin' | 'SuperAdmin'; served?: boolean } = {}) {
  let now = list;
  const bodies: unknown[] = [];
  unconnectedServer(profileOf(role))
    .on(tenants.selectable, () => ({ results: [tenant] }))
    .on(dropFolders.list, () => ({ served, results: now }))
    .on(dropFolders.change, ({ body }) => {
      bodies.push(body);
      now = [{ ...base, active: body.active }];
      return now[0]!;
    })
    .on(dropFolders.test, () => ({ ok: false, words: 'The folder is not there.' }))
    .on(dropFolders.messages, () => ({ results: [refused] }));
  return { bodies, ...renderApp('/integrations') };
}
const shown = () => screen.findByRole('region', { name: 'Drop folder of North Clinic' });

describe('L: drop folder on /integrations', () => {
  test('it is off, is turned on and off again', async () => {
    const { user, bodies } = open([]);
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    const folder = await shown();
    expect(within(folder).getByText('On')).not.toBeNull();
    await user.click(within(folder).getByRole('button', { name: 'Turn off' }));
    expect(await within(folder).findByText('Off')).not.toBeNull();
    expect(bodies).toEqual([{ active: true }, { active: false }]);
  });

  test('it tells what went wrong in plain words, is tried, and lists files without their names', async () => {
    const { user } = open([base]);
    const folder = await shown();
    expect(folder.textContent).toContain(base.folder);
    expect(folder.textContent).not.toContain('file-empty');
    await user.click(within(folder).getByRole('button', { name: 'Test' }));
    expect(await within(folder).findByText('The folder is not there.')).not.toBeNull();
    await user.click(within(folder).getByRole('button', { name: 'Messages' }));
    expect(await within(folder).findByRole('cell', { name: 'e3b0c44298fc1c14' })).not.toBeNull();
  });

  test('a folder that cannot be read says why, and a server without one says so', async () => {
    open([{ ...base, problem: 'The server may not write in the folder.' }], { served: false });
    const folder = await shown();
    expect(within(folder).getByText('Stuck')).not.toBeNull();
    expect(within(folder).getByText('The server may not write in the folder.')).not.toBeNull();
    expect(screen.getByText(/the operator has not named a folder/)).not.toBeNull();
  });

  test('who looks after several tenants says for which', async () => {
    const { user, bodies } = open([], { role: 'SuperAdmin' });
    await user.click(await screen.findByRole('button', { name: 'Turn on for a tenant' }));
    const turnOn = screen.getByRole('button', { name: 'Turn on' });
    expect(turnOn.hasAttribute('disabled')).toBe(true);
    const choice = screen.getByLabelText('Tenant of the drop folder');
    await user.selectOptions(choice, await within(choice).findByRole('option', { name: 'North Clinic' }));
    await user.click(turnOn);
    await shown();
    expect(bodies).toEqual([{ active: true, tenant: tenant.id }]);
  });
});
