import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { authoring } from '@incisive/contract/roles';
import { rememberTrail } from '../../lib/note-trail.ts';
import { aServerForEachTest, noteId, noteText, server } from './note-server.fixture.ts';
import { renderScreen } from './render-screen.fixture.tsx';
const path = `/opnotes/${noteId}`;

aServerForEachTest();

const rowOf = (code: string): HTMLElement => screen.getByRole('row', { name: new RegExp(code) });
const shown = async (): Promise<void> => {
  await screen.findByRole('row', { name: /29827/ });
};
const litWords = (): string[] => [...document.querySelectorAll('mark[data-lit]')].map((mark) => mark.textContent);
const codes = (): string[] => screen.getAllByRole('rowheader').map((cell) => cell.textContent);

describe('the note', () => {
  it('ASV-02 stands as written, blanks and markup included, under quiet headings', async () => {
    renderScreen(path);
    await shown();
    expect(document.querySelector('[aria-label="OpNote text"] h2')?.closest('div')?.textContent).toBe(noteText);
    expect(document.querySelector('img')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Arthroscopic repair of the cuff.');
    expect(screen.getByText('right-shoulder.docx')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy ID' }).getAttribute('title')).toContain(noteId);
    expect(screen.getByRole('heading', { level: 2, name: /PROCEDURE PERFORMED/ })).toBeTruthy();
  });

  it('HIP-N2 where administrators are apart, offers a SuperAdmin nothing that the server would refuse', async () => {
    const { user } = renderScreen(path, 'SuperAdmin', undefined, authoring);
    await shown();
    for (const name of ['Approve', 'Reject', 'Train'])
      expect(screen.queryByRole('button', { name: new RegExp(name) })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Add OpNote' })).toBeNull();
    await user.keyboard('ja');
    expect(server.calls('POST /op-notes/:id/cpt-codes-approved/')).toHaveLength(0);
    cleanup();
    renderScreen(path, 'SuperAdmin');
    await shown();
    expect(screen.getAllByRole('button', { name: /Approve/ }).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Add OpNote' })).toBeTruthy();
  });

  it('is Not Found when the server has none', async () => {
    server.refuse('GET /op-notes/:id/', { status: 404, code: 'not-found' });
    renderScreen(path);
    expect(await screen.findByRole('heading', { name: 'Not Found' })).toBeTruthy();
  });

  it('shows a code denial that was reported for it, with the way to it, and nothing without one', async () => {
    renderScreen(path);
    await shown();
    expect(screen.queryByRole('link', { name: /Code denial reported/ })).toBeNull();
    cleanup();
    server.denials = [
      { id: 'f1', subject: 'Code denial', message: 'The payer wants the size.', created_at: '2026-05-04T08:00:00Z' },
    ];
    renderScreen(path);
    const link = await screen.findByRole('link', { name: /Code denial reported/ });
    expect(link.getAttribute('title')).toBe('The payer wants the size.');
    expect(link.getAttribute('href')).toMatch(new RegExp(`^/feedbacks/?\\?opnote_id=.*${noteId}`));
  });

  it('counts find hits, and letters typed there act on nothing', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('f');
    await user.keyboard('cuffa');
    expect(screen.getByText('None')).toBeTruthy();
    await user.keyboard('{Backspace}');
    expect(screen.getByText('1 of 2')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(screen.getByText('2 of 2')).toBeTruthy();
    expect(server.calls('POST /op-notes/:id/cpt-codes-approved/')).toHaveLength(0);
    await user.keyboard('{Escape}');
    expect(document.querySelectorAll('mark[data-hit]')).toHaveLength(0);
    // U18: the focus is where the codes are, not lost to the page.
    expect(document.activeElement).toBe(rowOf('29827'));
  });
});

describe('evidence', () => {
  it('lights the words of the focused code, and goes to the code of a clicked word', async () => {
    const { user } = renderScreen(path);
    await shown();
    expect(litWords().join('')).toBe('Torn cuff' + 'repair of the cuff');
    await user.keyboard('j');
    expect(document.activeElement).toBe(rowOf('29807'));
    expect(litWords().join('')).toBe('Arthroscopic repair of the cuff');
    await user.click(screen.getByText('Torn cuff'));
    expect(document.activeElement).toBe(rowOf('29827'));
    await user.click(screen.getByText('repair of the cuff'));
    expect(document.activeElement).toBe(rowOf('29807'));
  });
});

describe('the code table', () => {
  it('shows two tiers with why, confidence and who', async () => {
    renderScreen(path);
    await shown();
    expect(screen.getByText('Likely')).toBeTruthy();
    expect(screen.getByText('Worth a look')).toBeTruthy();
    const row = within(rowOf('29827'));
    expect(row.getByText('Suggested')).toBeTruthy();
    expect(row.getByText('96%')).toBeTruthy();
    expect(row.getByText('Procedure performed: Torn cuff')).toBeTruthy();
    for (const name of ['CPT Code', 'CPT Code Description', 'By'])
      expect(screen.getByRole('columnheader', { name })).toBeTruthy();
  });

  it('says how many codes Train would send, and leads to them from a mode that hides them', async () => {
    server.suggested = server.suggested.map((link, at) => (at === 0 ? link : { ...link, confidence: 0.004 }));
    const { user } = renderScreen(path);
    await shown();
    expect(screen.queryByRole('button', { name: /approved$/ })).toBeNull();
    expect(within(rowOf('29807')).getByText('<1%')).toBeTruthy();
    await user.keyboard('ja');
    await user.click(await screen.findByRole('button', { name: '1 approved' }));
    await waitFor(() => expect(codes()).toEqual(['29807']));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Suggestion Mode' }).value).toBe('APPROVED');
    expect(screen.getByText('1 approved').closest('button')).toBeNull();
  });

  it('approves by key, keeps the row in place, offers Train, and undoes with Ctrl+Z', async () => {
    const { user } = renderScreen(path);
    await shown();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Train' }).disabled).toBe(true);
    await user.keyboard('j');
    await user.keyboard('a');
    expect(await screen.findByText('Approved successfully')).toBeTruthy();
    expect(server.calls('POST /op-notes/:id/cpt-codes-approved/')[0]?.body).toEqual({ cpt_codes: ['29807'] });
    expect(codes()).toEqual(['29827', '29807', '29822']);
    expect(within(rowOf('29807')).getByText('by approver')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Approve 29807' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Train' }).disabled).toBe(false);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(within(rowOf('29807')).getByText('Suggested')).toBeTruthy());
    expect(server.calls('POST /op-notes/:id/cpt-codes-undo/')[0]?.body).toEqual({ cpt_codes: ['29807'] });
    expect(codes()).toEqual(['29827', '29807', '29822']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Train' }).disabled).toBe(true);
  });

  it('U12: approve and reject of one code are taken back step by step', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('a');
    await screen.findByText('Approved successfully');
    await user.keyboard('r');
    await screen.findByText('Rejected successfully');
    await user.keyboard('{Control>}zz{/Control}');
    await waitFor(() => expect(server.calls('POST /op-notes/:id/cpt-codes-undo/')).toHaveLength(2));
    await user.keyboard('{Control>}z{/Control}');
    expect(server.calls('POST /op-notes/:id/cpt-codes-undo/')).toHaveLength(2);
  });

  it('U12: Ctrl Z is promised by the newest act alone, and an act that was taken back is offered no more', async () => {
    const { user } = renderScreen(path);
    await shown();
    const notices = screen.getByRole('region', { name: 'Notifications' });
    const offers = () => within(notices).queryAllByRole('button', { name: /^Undo/ });
    await user.keyboard('a');
    await within(notices).findByText('Approved successfully');
    await user.keyboard('jr');
    await within(notices).findByText('Rejected successfully');
    expect(offers().map((offer) => offer.textContent)).toEqual(['Undo', 'UndoCtrl Z']);
    await user.keyboard('{Control>}z{/Control}');
    await within(notices).findByText('Undone');
    expect(within(notices).queryByText('Rejected successfully')).toBeNull();
    expect(offers()).toHaveLength(1);
    await user.click(offers()[0]!);
    await waitFor(() => expect(server.calls('POST /op-notes/:id/cpt-codes-undo/')).toHaveLength(2));
    await waitFor(() => expect(offers()).toHaveLength(0));
  });

  it('U12: equal notices become one that counts and names the codes', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('aja');
    await waitFor(() => expect(screen.getByText('2 times')).toBeTruthy());
    const notice = screen.getByText('Approved successfully');
    expect(notice.textContent).toBe('Approved successfully2 times29827, 29807');
  });

  it('U13: what is under 5% is folded into one line with its numbers, and no key goes to what is not seen', async () => {
    server.suggested = server.suggested.map((link) => (link.code === '29822' ? { ...link, confidence: 0.03 } : link));
    const { user } = renderScreen(path);
    await shown();
    expect(codes()).toEqual(['29827', '29807']);
    const line = screen.getByRole('button', { name: 'Show 1 more below 5%' });
    expect(line.textContent).toContain('29822 3%');
    await user.keyboard('jjj');
    expect(document.activeElement).toBe(rowOf('29807'));
    await user.click(line);
    expect(codes()).toEqual(['29827', '29807', '29822']);
  });

  it('U13: a row above one of a higher chance says why', async () => {
    server.suggested = server.suggested.map((link) => (link.code === '29827' ? { ...link, confidence: 0.6 } : link));
    renderScreen(path);
    await shown();
    expect(within(rowOf('29827')).getByText(/a code below is more likely/)).toBeTruthy();
    expect(within(rowOf('29807')).queryByText(/more likely/)).toBeNull();
  });

  it('U18: a note that was submitted opens on what was settled', async () => {
    server.note = { ...server.note, state: 'submitted' };
    renderScreen(path);
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Suggestion Mode' }).value).toBe('APPROVED'),
    );
  });

  it('rolls an act back that the server refuses, and says why on the page too', async () => {
    server.refuse('POST /op-notes/:id/cpt-codes-rejected/', { status: 503, code: 'busy', detail: 'Busy just now.' });
    const { user } = renderScreen(path);
    await shown();
    await user.click(screen.getByRole('button', { name: 'Reject 29827' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Busy just now.'));
    expect(within(rowOf('29827')).getByText('Suggested')).toBeTruthy();
  });

  it('acts on ticked codes at once', async () => {
    const { user } = renderScreen(path);
    await shown();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reject Selected' }).disabled).toBe(true);
    await user.keyboard('x');
    await user.click(screen.getByRole('checkbox', { name: 'Select code 29822' }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reject Selected' }));
    await screen.findByText('Rejected successfully');
    expect(server.calls('POST /op-notes/:id/cpt-codes-rejected/')[0]?.body).toEqual({ cpt_codes: ['29827', '29822'] });
    expect(codes()).toEqual(['29827', '29807', '29822']);
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  it('lets the row go when the mode changes, and says No Data for an empty one', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('a');
    await screen.findByText('Approved successfully');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Suggestion Mode' }), 'Rejected');
    expect(await screen.findByText('No Data')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Suggestion Mode' }), 'Suggested');
    await screen.findByRole('row', { name: /29807/ });
    expect(codes()).toEqual(['29807', '29822']);
  });

  it('shows Approved, then Suggested, when the mode is cleared', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('j');
    await user.keyboard('a');
    await screen.findByText('Approved successfully');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Suggestion Mode' }), 'Approved, Suggested');
    await waitFor(() => expect(codes()).toEqual(['29807', '29827', '29822']));
  });

  it('says No CPT Codes when the note has none at all', async () => {
    server.suggested = [];
    const { user } = renderScreen(path);
    expect(await screen.findByText('No CPT Codes')).toBeTruthy();
    // Why, and what to do.
    expect(screen.getByText('Nothing in this note reads like an operation in English.')).toBeTruthy();
    expect(screen.getByText(/^Search for a code with Add CPT Code/).textContent).toContain('C');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Suggestion Mode' }), 'Rejected');
    await waitFor(() => expect(screen.queryByText(/reads like an operation/)).toBeNull());
    expect(screen.queryByText(/^Search for a code/)).toBeNull();
  });

  it('gives no reason and no next step to whoever may add no code', async () => {
    server.suggested = [];
    renderScreen(path, 'DataEntry');
    expect(await screen.findByText('No CPT Codes')).toBeTruthy();
    expect(screen.queryByText(/reads like an operation|Search for a code/)).toBeNull();
  });

  it('does not call a note unread whose codes were all turned down', async () => {
    const { user } = renderScreen(path);
    await shown();
    for (const _code of codes()) await user.keyboard('rj');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Suggestion Mode' }), 'Assigned');
    await screen.findByText('No Data');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Suggestion Mode' }), 'Suggested');
    expect(await screen.findByText('No Data')).toBeTruthy();
    expect(screen.queryByText(/reads like an operation/)).toBeNull();
  });

  it('asks for as many suggestions as chosen', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.click(screen.getByRole('radio', { name: '1' }));
    await waitFor(() => expect(codes()).toEqual(['29827']));
  });
});

describe('Add CPT Code', () => {
  it('finds by words, assigns, and shows the code at the end of the table', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Add CPT Code' });
    await user.type(within(dialog).getByRole('combobox'), 'capsule');
    await user.click(await screen.findByRole('option', { name: /29806/, hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await screen.findByText('Assigned successfully');
    expect(server.calls('POST /op-notes/:id/cpt-codes-assigned/')[0]?.body).toEqual({ cpt_codes: ['29806'] });
    await waitFor(() => expect(codes()).toEqual(['29827', '29807', '29822', '29806']));
    expect(within(rowOf('29806')).getByText('Assigned')).toBeTruthy();
  });

  const openDialog = async (user: ReturnType<typeof renderScreen>['user']) => {
    await shown();
    await user.keyboard('c');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add CPT Code' }));
    const field = dialog.getByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    return { dialog, field };
  };
  const assigned = (): unknown => server.calls('POST /op-notes/:id/cpt-codes-assigned/')[0]?.body;

  it('U2: Enter takes an exact code, never one that only contains what was typed', async () => {
    server.catalogue = [
      { code: '17003', description: 'Destruction of more lesions' },
      { code: '77003', description: 'Guidance for a needle at the spine' },
    ];
    const { user } = renderScreen(path);
    const { dialog, field } = await openDialog(user);
    await user.keyboard('7003');
    await screen.findByRole('option', { name: /17003/, hidden: true });
    await user.keyboard('{Enter}');
    expect(await dialog.findByText('Choose a row with the arrow keys, or type the whole code.')).toBeTruthy();
    await user.keyboard('{Enter}');
    expect(field.value).toBe('7003');
    await user.clear(field);
    await user.keyboard('77003{Enter}');
    await waitFor(() => expect(field.value).toBe(''));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(assigned()).toEqual({ cpt_codes: ['77003'] }));
  });

  it('U2: Enter takes the row that the arrows stand on', async () => {
    const { user } = renderScreen(path);
    const { field } = await openDialog(user);
    await user.keyboard('capsule');
    await screen.findByRole('option', { name: /29806/, hidden: true });
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(field.value).toBe(''));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(assigned()).toEqual({ cpt_codes: ['29806'] }));
  });

  it('U2: Enter before the search has answered waits for it', async () => {
    const { user } = renderScreen(path);
    const { field } = await openDialog(user);
    const answer = server.holdSearches();
    await user.keyboard('29806{Enter}');
    expect(field.value).toBe('29806');
    expect(assigned()).toBeUndefined();
    answer();
    await waitFor(() => expect(field.value).toBe(''));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(assigned()).toEqual({ cpt_codes: ['29806'] }));
  });

  it('U2: Enter twice before the search has answered takes the whole code and submits it, and no other', async () => {
    const { user } = renderScreen(path);
    const { dialog, field } = await openDialog(user);
    const answerPart = server.holdSearches();
    await user.keyboard('capsule{Enter}{Enter}');
    answerPart();
    expect(await dialog.findByText('Choose a row with the arrow keys, or type the whole code.')).toBeTruthy();
    await user.clear(field);
    const answer = server.holdSearches();
    await user.keyboard('29806{Enter}{Enter}');
    expect(assigned()).toBeUndefined();
    answer();
    await waitFor(() => expect(assigned()).toEqual({ cpt_codes: ['29806'] }));
    expect(await screen.findByText('Assigned successfully')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Add CPT Code' })).toBeNull();
  });

  it('U2: what is typed and not chosen is not dropped by Submit, and the added row is focused and named', async () => {
    const { user } = renderScreen(path);
    const { dialog } = await openDialog(user);
    await user.keyboard('29806');
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(within(dialog.getByRole('list', { name: 'Chosen codes' })).getByText('29806')).toBeTruthy());
    expect(assigned()).toBeUndefined();
    await user.click(dialog.getByRole('button', { name: 'Submit' }));
    const notice = await screen.findByText('Assigned successfully');
    expect(within(notice).getByText('29806')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(rowOf('29806')));
    expect(rowOf('29806').getAttribute('aria-current')).toBe('true');
  });

  it('does not offer an approved code', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('a');
    await screen.findByText('Approved successfully');
    await user.keyboard('/');
    const dialog = await screen.findByRole('dialog', { name: 'Add CPT Code' });
    await user.type(within(dialog).getByRole('combobox'), '29827');
    const option = await screen.findByRole('option', { name: /29827/, hidden: true });
    expect(option.getAttribute('data-combobox-disabled')).toBe('true');
  });
});

describe('roles', () => {
  it('gives DataEntry the fixed view and no controls', async () => {
    renderScreen(path, 'DataEntry');
    await shown();
    for (const name of ['Train', 'Add CPT Code', 'Approve Selected', 'Approve 29827'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Suggestion Mode' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(server.calls('GET /op-notes/:id/cpt-codes-rejected/')).toHaveLength(0);
  });

  it('gives a Coder Approved alone, codes instead of assigning, and no Train', async () => {
    server.username = 'coder';
    const { user } = renderScreen(path, 'Coder');
    expect(await screen.findByText('No Data')).toBeTruthy();
    // U10: nothing to choose, so no controls.
    expect(screen.queryByRole('combobox', { name: 'Suggestion Mode' })).toBeNull();
    expect(screen.queryByText('Max Suggestions')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Train' })).toBeNull();
    await user.keyboard('c');
    const dialog = await screen.findByRole('dialog', { name: 'Add CPT Code' });
    await user.type(within(dialog).getByRole('combobox'), '29806');
    await user.click(await screen.findByRole('option', { name: /29806/, hidden: true }));
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Coded successfully')).toBeTruthy();
    expect(within(rowOf('29806')).getByText('by coder')).toBeTruthy();
  });
});

describe('without a line', () => {
  it('U11: says so at once, and opens the note when it is back', async () => {
    onlineManager.setOnline(false);
    renderScreen(path);
    expect(await screen.findByText(/^You’re offline/)).toBeTruthy();
    onlineManager.setOnline(true);
    await shown();
  });
});

describe('Train', () => {
  it('sends the approved codes, opens the list, says what changed', async () => {
    const { user, history } = renderScreen(path);
    await shown();
    await user.keyboard('a');
    await screen.findByText('Approved successfully');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('The list of OpNotes')).toBeTruthy();
    expect(history.location.pathname).toBe('/opnotes');
    expect(server.calls('POST /op-notes/:id/cpt-codes-submitted/')[0]?.body).toEqual({ cpt_codes: ['29827'] });
    expect(screen.queryByText('Ctrl Z')).toBeNull();
    expect(screen.queryByText('Approved successfully')).toBeNull();
    expect(screen.getByText(/^Submitted\. On 24 settled notes .* 50% to 54%.* 75% as before\.$/)).toBeTruthy();
  });

  it('U6: its key says what is missing while no code is approved', async () => {
    const { user, history } = renderScreen(path);
    await shown();
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Approve a code first, then train.')).toBeTruthy();
    expect(history.location.pathname).toBe(path);
    expect(server.calls('POST /op-notes/:id/cpt-codes-submitted/')).toEqual([]);
  });

  it('U6: pressed while an approval is on its way, it waits for it and trains with it', async () => {
    const { user } = renderScreen(path);
    await shown();
    await user.keyboard('a{Control>}{Enter}{/Control}');
    expect(await screen.findByText('The list of OpNotes')).toBeTruthy();
    expect(server.calls('POST /op-notes/:id/cpt-codes-submitted/')[0]?.body).toEqual({ cpt_codes: ['29827'] });
  });

  it('U6: returns to the list with its filter and order, or opens the next note of it where the person wants so', async () => {
    const nextId = '33333333-3333-4333-8333-333333333333';
    rememberTrail('op', [noteId, nextId], { search: { state: 'review', sortBy: 'filename' } });
    const { user, history } = renderScreen(path);
    await shown();
    await user.keyboard('a');
    await screen.findByText('Approved successfully');
    expect(screen.getByRole('link', { name: 'OpNotes' }).getAttribute('href')).toBe('/opnotes?state=review&sortBy=filename');
    await user.click(screen.getByRole('button', { name: 'Train' }));
    await screen.findByText('The list of OpNotes');
    expect(history.location.search).toBe('?state=review&sortBy=filename');
    cleanup();
    const again = renderScreen(path);
    await again.user.click(await screen.findByRole('switch', { name: 'Then open the next note' }));
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Train' }).disabled).toBe(false));
    await again.user.click(screen.getByRole('button', { name: 'Train' }));
    await waitFor(() => expect(again.history.location.pathname).toBe(`/opnotes/${nextId}`));
    expect(localStorage.getItem('openNextAfterTrain')).toBe('on');
  });
});

it('U17: Download offers the name of the note itself', async () => {
  const { user } = renderScreen(path);
  await shown();
  await user.click(screen.getByRole('button', { name: 'Download' }));
  expect((await screen.findByLabelText<HTMLInputElement>('File name:')).value).toBe('right-shoulder');
});
