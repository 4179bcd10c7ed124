import { screen, waitFor, within } from '@testing-library/react';
import { type EditFile, type EditKind, editFiles, editKinds } from '@incisive/contract/edit-files';
import { describe, expect, test } from 'vitest';
import { chooseFiles, stubUploads } from '../../testing/fake-uploads.ts';
import { profileOf, renderApp, serverFor } from '../../testing/render-app.tsx';

const base: EditFile = {
  id: '33333333-3333-4333-8333-333333333333',
  kind: 'mue',
  release: '2026 Q3',
  part: 0,
  valid_from: '2026-07-01',
  valid_to: '2026-09-30',
  filename: 'MCR_MUE_PractitionerServices_Eff_07-01-2026.csv',
  sha256: 'ab',
  bytes: 1_234_567,
  rows: 15_000,
  refused: 2,
  seconds: 1.5,
  state: 'preview',
  progress: 1,
  failure: null,
  preview: {
    before: '2026 Q2',
    rows_before: 14_900,
    codes_in_use: 40,
    changed: 1,
    changes: [{ code: '1001X', what: 'changed' }],
    cases_changed: 0,
    cases: [],
  },
  created_by: 'superadmin',
  created_at: '2026-07-02T10:00:00Z',
};
const covers = (results: EditFile[], kind: EditKind): boolean =>
  results.some((file) => file.kind === kind && file.state === 'active');
const answerOf = (results: EditFile[]) => ({
  results,
  covered: Object.fromEntries(editKinds.map((kind) => [kind, covers(results, kind)])) as Record<EditKind, boolean>,
});

function open(role: 'SuperAdmin' | 'Admin', results: EditFile[]) {
  let files = results;
  const bodies: unknown[] = [];
  const server = serverFor(profileOf(role))
    .on(editFiles.list, () => answerOf(files))
    .on(editFiles.take, ({ body }) => {
      bodies.push(body);
      files = files.map((file) => ({ ...file, state: 'active' as const }));
      return files[0]!;
    });
  return { server, bodies, set: (next: EditFile[]) => (files = next), ...renderApp('/cptcodes/edit-files') };
}

describe('/cptcodes/edit-files', () => {
  test('shows what a file changes, and takes it only with the word about the license', async () => {
    const { user, server, bodies } = open('SuperAdmin', [base]);
    const file = await screen.findByRole('region', { name: /Unit limits \(NCCI MUE\) 2026 Q3/ });
    expect(file.textContent).toContain(
      '15,000 rows, 2 refused, valid 07/01/2026 to 09/30/2026. In force now: 2026 Q2, 14,900 rows.',
    );
    expect(file.textContent).toContain('1 of the 40 codes approved in the last 90 days change:');
    const use = within(file).getByRole<HTMLButtonElement>('button', { name: 'Use this file' });
    expect(use.disabled).toBe(true);
    await user.click(within(file).getByRole('checkbox', { name: /holds a CPT license/ }));
    await user.click(use);
    expect(await screen.findByText('15,000')).toBeDefined();
    expect(bodies).toEqual([{ license: true }]);
    expect(server.calls.filter((one) => one.startsWith('POST'))).toHaveLength(1);
    const row = screen.getByRole('row', { name: /Unit limits/ });
    expect(within(row).getByText('Checked')).toBeDefined();
    expect(within(screen.getByRole('row', { name: /Fee schedule/ })).getByText('Not checked')).toBeDefined();
  });

  test('a file that failed says why; one that is far shorter is pointed at', async () => {
    const words = 'The file ends in the middle of line 7: it was cut. Download it again.';
    open('SuperAdmin', [
      { ...base, state: 'failed', failure: words, preview: null },
      { ...base, id: '44444444-4444-4444-8444-444444444444', rows: 900 },
    ]);
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByText('Far fewer rows than the file in force. It may have been cut.')).toBeDefined();
  });

  test('who may only read sees what is in force and no act', async () => {
    open('Admin', [{ ...base, state: 'active' }]);
    expect(await screen.findByRole('row', { name: /Unit limits/ })).toBeDefined();
    expect(screen.queryByText(/Drop published files/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  });

  test('several files are sent one after the other, and their reading is followed', async () => {
    const sent = stubUploads(() => ({ status: 202, text: JSON.stringify({ id: base.id }) }));
    const { set } = open('SuperAdmin', []);
    await screen.findByText(/Drop published files here/);
    set([{ ...base, kind: null, state: 'running', progress: 0.3, preview: null }]);
    chooseFiles(new File(['a'], 'ccipra-v322r0-f1.TXT'), new File(['b'], 'ccipra-v322r0-f2.TXT'));
    await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['ccipra-v322r0-f1.TXT', 'ccipra-v322r0-f2.TXT']));
    expect(await screen.findByRole('progressbar', { name: /^Reading MCR_MUE/ })).toBeDefined();
  });
});
