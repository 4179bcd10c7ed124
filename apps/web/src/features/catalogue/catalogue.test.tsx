import { screen, waitFor, within } from '@testing-library/react';
import { amaNotice, cptCodes } from '@incisive/contract/cpt-codes';
import type { CptCode, CptCodeDetail } from '@incisive/contract/cpt-codes';
import type { Role } from '@incisive/contract/roles';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { headsIn, profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const row = (code: string, more: Partial<CptCode> = {}): CptCode => ({
  id: `${code.padStart(8, '0')}-1111-4111-8111-111111111111`,
  code,
  description: `Procedure ${code}`,
  created_at: '2026-03-04T12:00:00Z',
  created_by: 'system',
  updated_at: '2026-04-05T12:00:00Z',
  updated_by: null,
  retired: false,
  ...more,
});
const page = (rows: CptCode[], count = rows.length) => ({ results: rows, count, next: null, previous: null });

function serving(role: Role, rows: CptCode[] = [row('47562'), row('29881', { updated_by: 'superadmin' })], count = rows.length) {
  const asked: URLSearchParams[] = [];
  const server = serverFor(profileOf(role)).on(cptCodes.list, ({ query }) => {
    asked.push(query);
    return page(rows, count);
  });
  return { server, asked };
}
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

describe('/cptcodes', () => {
  test('has every column, links each code, and carries the AMA notice', async () => {
    serving('SuperAdmin');
    renderApp('/cptcodes');
    const link = await screen.findByRole('link', { name: '47562' });
    expect(link.getAttribute('href')).toBe('/cptcodes/47562');
    expect(headsIn()).toEqual(['Code', 'Created', 'Created By', 'Updated', 'Updated By', 'Description']);
    const cells = within(link.closest('tr') as HTMLElement).getAllByRole('cell');
    expect(cells.slice(1).map((cell) => cell.textContent)).toEqual([
      '47562',
      '03/04/2026',
      'system',
      '04/05/2026',
      '',
      'Procedure 47562',
    ]);
    expect(screen.getByText(amaNotice)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Add CptCode' }).getAttribute('href')).toBe('/cptcodes/new');
    expect(screen.getByRole('link', { name: 'Upload' }).getAttribute('href')).toBe('/cptcodes/upload');
  });

  test('asks the server for what the address says: filters, order, page and size', async () => {
    const { asked } = serving('Admin', [row('47562')], 80);
    renderApp('/cptcodes?code=475&sortBy=code&sortDir=asc&rows=25&page=2');
    await screen.findByText('Procedure 47562');
    await waitFor(() => expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ code: '475', ordering: 'code' }));
    expect(screen.getByRole('navigation', { name: /pag/i })).toBeDefined();
  });

  test('what is searched comes best first unless a column is clicked; the whole catalog comes newest first', async () => {
    const { asked } = serving('Admin');
    const { router, user } = renderApp('/cptcodes');
    await screen.findByText('Procedure 47562');
    expect(asked.at(-1)!.get('ordering')).toBe('-created_at');
    for (const search of [{ description: 'lap chole' }, { code: '475' }]) {
      await router.navigate({ to: '/cptcodes', search: search as never });
      await waitFor(() => expect(Object.fromEntries(asked.at(-1)!)).toEqual({ ...search, page: '1', per_page: '10' }));
      expect(document.querySelector('th[aria-sort]')).toBeNull();
    }
    await user.click(screen.getByRole('button', { name: 'Created' }));
    await waitFor(() => expect(Object.fromEntries(asked.at(-1)!)).toMatchObject({ code: '475', ordering: 'created_at' }));
    expect(router.state.location.search).toMatchObject({ sortBy: 'created_at', sortDir: 'asc' });
  });

  test.each<[Role, boolean]>([
    ['SuperAdmin', true],
    ['SuperApprover', true],
    ['Coder', false],
    ['Admin', false],
  ])('%s may manage it: %s', async (role, manages) => {
    serving(role);
    renderApp('/cptcodes');
    await screen.findByText('Procedure 47562');
    expect(screen.queryByRole('button', { name: 'Delete selected' }) !== null).toBe(manages);
    expect(screen.queryByRole('link', { name: 'Upload' }) !== null).toBe(manages);
    expect(screen.queryAllByRole('checkbox').length > 0).toBe(manages);
  });

  test.each<Role>(['Approver', 'DataEntry'])('%s finds no such page', async (role) => {
    serving(role);
    renderApp('/cptcodes');
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeDefined();
  });

  test('Delete selected warns, waits for the typed word in any case, sends ids, and says how many went', async () => {
    const { server } = serving('SuperAdmin');
    const sent: string[][] = [];
    server.on(cptCodes.removeMany, ({ body }) => {
      sent.push(body.codes);
      return { count: body.codes.length };
    });
    const { user } = renderApp('/cptcodes');
    expect((await button('Delete selected')).disabled).toBe(true);
    await user.click(await screen.findByRole('checkbox', { name: 'Select 47562' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select 29881' }));
    await user.click(await button('Delete selected'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('2 codes will be deleted and cannot be restored');
    const ok = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Ok' });
    expect(ok.disabled).toBe(true);
    await user.type(within(dialog).getByPlaceholderText('Please type "delete"'), 'DELETE');
    expect(ok.disabled).toBe(false);
    await user.click(ok);
    expect(await screen.findByText('2 CptCodes has been deleted')).toBeDefined();
    expect(sent).toEqual([[row('47562').id, row('29881').id]]);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete selected' }).disabled).toBe(true));
  });

  test('is empty, finds nothing, and fails, each in its own words', async () => {
    const { server } = serving('SuperAdmin', []);
    const { router, user } = renderApp('/cptcodes');
    expect(await screen.findByText('The catalog is empty')).toBeDefined();
    await router.navigate({ to: '/cptcodes', search: { description: 'nowhere' } as never });
    expect(await screen.findByText(/Nothing matches this filter/)).toBeDefined();
    let down = true;
    server.on(cptCodes.list, () => (down ? new Refusal('unavailable') : page([row('47562')])));
    await router.navigate({ to: '/cptcodes', search: { code: '4' } as never });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    down = false;
    await user.click(retry);
    expect(await screen.findByText('Procedure 47562')).toBeDefined();
  });
});

describe('/cptcodes/new', () => {
  test('A11: blanks around code and description are trimmed, and the list opens', async () => {
    const { server } = serving('SuperApprover');
    const bodies: object[] = [];
    server.on(cptCodes.create, ({ body }) => {
      bodies.push(body);
      return row('90001');
    });
    const { user, router } = renderApp('/cptcodes/new');
    const code = await screen.findByLabelText('Please enter CptCode code:');
    const description = screen.getByLabelText('Please enter CptCode description:');
    expect((await button('Submit')).disabled).toBe(true);
    await user.type(code, '  90001 ');
    await user.type(description, '   ');
    expect((await button('Submit')).disabled).toBe(true);
    await user.type(description, ' Words of it ');
    await user.click(await button('Submit'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cptcodes'));
    expect(bodies).toEqual([{ code: '90001', description: 'Words of it' }]);
  });

  test('a refusal keeps what was typed, toasts the specified words, and shows the reason at its field', async () => {
    const { server } = serving('SuperAdmin');
    const words = 'Already in the catalog';
    server.on(cptCodes.create, () => new Refusal('conflict', { errors: [{ path: 'code', message: words }] }));
    const { user } = renderApp('/cptcodes/new');
    await user.type(await screen.findByLabelText('Please enter CptCode code:'), '47562');
    await user.type(screen.getByLabelText('Please enter CptCode description:'), 'Words');
    await user.click(await button('Submit'));
    expect(await screen.findByText('Something went wrong. Please try again later.')).toBeDefined();
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Please enter CptCode code:').value).toBe('47562');
  });
});

describe('/cptcodes/{id}', () => {
  const detail: CptCodeDetail = {
    ...row('47562'),
    notes: 3,
    attributes: { approach: ['laparoscopic'], organ: ['gallbladder'] },
    neighbors: [
      { code: '47563', description: 'With imaging of the ducts', differs: { with: ['cholangiography'] } },
      { code: '47579', description: 'An unlisted one', differs: {} },
    ],
    rules: [
      {
        id: 'liver-001',
        kind: 'needs',
        scope: 'any',
        reason: 'the scope has to be documented',
        source: 'NCCI ch. 6',
        example: { meets: 'A laparoscope was passed.', misses: 'A subcostal incision was made.' },
      },
      {
        id: 'liver-002',
        kind: 'unless',
        scope: 'heading',
        reason: 'an open removal has its own code',
        source: '',
        example: null,
      },
      { id: 'liver-003', kind: 'tells', scope: 'body', reason: 'the gallbladder freed and taken out', source: '', example: null },
    ],
  };

  test('shows the description, what the engine knows, and how many notes use it, as a link to them', async () => {
    const { server } = serving('Admin');
    server.on(cptCodes.get, () => detail);
    renderApp('/cptcodes/47562');
    expect(await screen.findByRole('heading', { name: '47562' })).toBeDefined();
    expect(await screen.findByText('Procedure 47562')).toBeDefined();
    expect(screen.getByRole('link', { name: '3' }).getAttribute('href')).toBe('/opnotes?cpt_codes_approved=47562');
    for (const words of ['approach', 'laparoscopic', 'organ', 'gallbladder']) expect(screen.getByText(words)).toBeDefined();
    expect(screen.getByText(amaNotice)).toBeDefined();
    expect(screen.queryByText(/Retired/)).toBeNull();
  });

  test('tells a retired code, and one that the engine knows by its description alone', async () => {
    const { server } = serving('Coder');
    server.on(cptCodes.get, () => ({ ...detail, retired: true, attributes: {}, neighbors: [], rules: [] }));
    renderApp('/cptcodes/47562');
    expect(await screen.findByText(/Retired: it stays on notes that have it/)).toBeDefined();
    expect(screen.getByText('The engine knows this code only by its description.')).toBeDefined();
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
  });

  test('lists the neighbors with what tells them apart, and the rules by what they do, in words', async () => {
    const { server } = serving('Coder');
    server.on(cptCodes.get, () => detail);
    renderApp('/cptcodes/47562');
    const neighbors = await screen.findByRole('region', { name: 'Neighbors' });
    const rows = within(neighbors).getAllByRole('listitem');
    expect(rows.map((each) => each.textContent)).toEqual([
      '47563 With imaging of the ducts with: cholangiography',
      '47579 An unlisted one ',
    ]);
    expect(within(neighbors).getByRole('link', { name: '47563' }).getAttribute('href')).toBe('/cptcodes/47563');
    const rules = screen.getByRole('region', { name: 'Coding rules' });
    expect(
      within(rules)
        .getAllByRole('heading', { level: 3 })
        .map((each) => each.textContent),
    ).toEqual(['Must be documented', 'Speaks against it', 'Recognized by']);
    expect(within(rules).getByText('the scope has to be documented')).toBeDefined();
    expect(within(rules).getByText(/NCCI ch\. 6/)).toBeDefined();
    expect(within(rules).getByText('liver-002', { exact: false }).textContent).toContain('in the heading');
    expect(within(rules).getByText('Met by').nextElementSibling?.textContent).toBe('A laparoscope was passed.');
    expect(within(rules).getByText('Not by').nextElementSibling?.textContent).toBe('A subcostal incision was made.');
  });

  test('an unknown code is Not Found, and a failed load can be tried again', async () => {
    const { server } = serving('Admin');
    server.on(cptCodes.get, () => new Refusal('not-found'));
    const { router, user } = renderApp('/cptcodes/99998');
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeDefined();
    let down = true;
    server.on(cptCodes.get, () => (down ? new Refusal('unavailable') : detail));
    await router.navigate({ to: '/cptcodes/$id', params: { id: '47562' } });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    down = false;
    await user.click(retry);
    expect(await screen.findByText('Procedure 47562')).toBeDefined();
  });
});
