import { act, screen, waitFor, within } from '@testing-library/react';
import { cptCodes } from '@incisive/contract/cpt-codes';
import type { ImportResult } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { chooseFiles, stubUploads } from '../../testing/fake-uploads.ts';
import { holdTimers } from '../../testing/hold-timers.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const job = '22222222-2222-4222-8222-222222222222';
const clean: ImportResult = { added: 1200, updated: 3, unchanged: 40, refused: 0, lines: [] };
const partly: ImportResult = {
  ...clean,
  refused: 2,
  lines: [2, 7].map((line) => ({ line, reason: `Reason of line ${String(line)}` })),
};
const answer = (body: object, status = 200) => stubUploads(() => ({ status, text: JSON.stringify(body) }));
const file = (name = 'codes.txt') => new File(['90001\tWords'], name, { type: 'text/plain' });

function open(path = '/cptcodes/upload') {
  const server = serverFor(profileOf('SuperAdmin')).on(cptCodes.list, () => ({
    results: [],
    count: 0,
    next: null,
    previous: null,
  }));
  return { server, ...renderApp(path) };
}
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });
const pick = async (chosen = file()): Promise<void> => {
  await screen.findByText(/Drop a .txt file here/);
  chooseFiles(chosen);
};

describe('/cptcodes/upload', () => {
  let redirects: (() => void)[] = [];
  beforeEach(() => {
    redirects = holdTimers(limits.catalogueRedirectMs);
  });

  test('a clean file shows its counts and returns to the list after five seconds', async () => {
    const sent = answer(clean);
    const { user, router } = open();
    expect((await submit()).disabled).toBe(true);
    await pick();
    await user.click(await submit());
    expect(await screen.findByText('1,200 added, 3 updated, 40 unchanged, 0 refused.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to the CPT codes' }).getAttribute('href')).toBe('/cptcodes');
    expect(router.state.location.pathname).toBe('/cptcodes/upload');
    act(() => redirects.at(-1)?.());
    await waitFor(() => expect(router.state.location.pathname).toBe('/cptcodes'));
    expect(sent.map(({ url, name }) => [url, name])).toEqual([['/api/v1/cpt-codes/upload/', 'codes.txt']]);
  });

  test('refused lines stay on the screen with their reasons, can be downloaded, and nothing redirects', async () => {
    answer(partly);
    const { user, router } = open();
    await pick();
    await user.click(await submit());
    const lines = await screen.findByRole('region', { name: 'Refused lines' });
    const rows = within(lines).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual(['2Reason of line 2', '7Reason of line 7']);
    const blobs: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:refused';
    });
    await user.click(screen.getByRole('button', { name: 'Download refused lines' }));
    expect(await blobs[0]?.text()).toBe('line\treason\n2\tReason of line 2\n7\tReason of line 7\n');
    expect(redirects).toEqual([]);
    expect(router.state.location.pathname).toBe('/cptcodes/upload');
  });

  test('only .txt is taken, and a refusal of the server is shown', async () => {
    answer(
      { type: 'urn:incisive:error:validation', title: 'x', status: 422, detail: 'No line of the file begins with a code.' },
      422,
    );
    const { user } = open();
    await pick(new File(['x'], 'codes.pdf', { type: 'application/pdf' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t upload codes.pdf. Save it as .txt');
    expect((await submit()).disabled).toBe(true);
    chooseFiles(file());
    await user.click(await screen.findByText('codes.txt').then(submit));
    expect((await screen.findAllByText('No line of the file begins with a code.')).length).toBeGreaterThan(0);
    expect((await submit()).disabled).toBe(false);
  });

  test('a long import shows how far it is, through a restart of the server, and then its result', async () => {
    answer({ job_id: job }, 202);
    const { server, user, router } = open();
    let state: ReturnType<typeof status> | Refusal = status('running', 0.4);
    server.on(cptCodes.importStatus, ({ params }) => (params['id'] === job ? state : new Refusal('not-found')));
    await pick();
    await user.click(await submit());
    const bar = await screen.findByRole('progressbar', { name: 'Reading the catalog' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
    expect(router.state.location.search).toEqual({ job });
    state = new Refusal('unavailable');
    expect(await screen.findByText(/The server isn’t responding/)).toBeDefined();
    server.offline = true;
    await vi.waitFor(() => expect(server.calls.filter((call) => call.includes(job)).length).toBeGreaterThan(3), 60_000);
    server.offline = false;
    state = status('done', 1, partly);
    expect(await screen.findByText('1,200 added, 3 updated, 40 unchanged, 2 refused.')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('a reload finds the import again by its address; one that stopped says so, and an unknown one too', async () => {
    const { server, router } = open(`/cptcodes/upload?job=${job}`);
    server.on(cptCodes.importStatus, () => status('running', 0.7));
    const bar = await screen.findByRole('progressbar', { name: 'Reading the catalog' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('70'));
    server.on(cptCodes.importStatus, () => status('failed', 0));
    expect((await screen.findByRole('alert')).textContent).toContain('The import stopped and the catalog is unchanged');
    server.on(cptCodes.importStatus, () => new Refusal('not-found'));
    await router.navigate({ to: '/cptcodes/upload', search: { job: 'another' } });
    expect(await screen.findByText(/no longer available/)).toBeDefined();
  });
});

const status = (state: 'running' | 'done' | 'failed', progress: number, result: ImportResult | null = null) => ({
  state,
  progress,
  result,
});
