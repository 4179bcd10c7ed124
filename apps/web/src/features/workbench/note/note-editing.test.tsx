import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearToasts } from '../../../components/feedback/toasts.tsx';
import { rememberTrail } from '../../../lib/note-trail.ts';
import { docxName } from '../download-dialog.tsx';
import { forgetTextOfOthers } from '../../../lib/drafts/remembered-text.ts';
import { clearSession } from '../../../lib/session/session.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import { startNoteServer, noteId, noteText } from '../note-server.fixture.ts';
import { renderScreen } from '../render-screen.fixture.tsx';
import { unsavedWords } from './unsaved-guard.tsx';

const path = `/opnotes/${noteId}`;
let server: ReturnType<typeof startNoteServer>;

beforeEach(() => {
  server = startNoteServer();
});

afterEach(() => {
  // Nobody is signed in any more: nothing is sent while the screens go.
  localStorage.clear();
  cleanup();
  forgetTextOfOthers('nobody');
  clearToasts();
  vi.unstubAllGlobals();
});

const stored = (storage: Storage): string =>
  Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at) ?? '')).join();

/** Opens the editor once suggestions are there, and types at the end. */
async function edit(user: ReturnType<typeof renderScreen>['user'], words: string): Promise<HTMLTextAreaElement> {
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit' }).disabled).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the OpNote' });
  if (words !== '') await user.type(field, words);
  return field;
}

describe('editing', () => {
  it('saves against the version that was read, and shows the new text', async () => {
    const { user } = renderScreen(path);
    const field = await edit(user, ' More.');
    expect(field.value).toBe(`${noteText} More.`);
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('OpNote has been updated')).toBeTruthy();
    const sent = server.calls('PATCH /op-notes/:id/')[0];
    expect(sent?.headers.get('if-match')).toBe('"v1"');
    expect(sent?.body).toEqual({ text: `${noteText} More.`, updated_by: 'approver' });
    expect(screen.queryByRole('textbox', { name: 'Text of the OpNote' })).toBeNull();
  });

  it('saves by Ctrl and Enter, but no blank text', async () => {
    const { user } = renderScreen(path);
    const field = await edit(user, '');
    await user.clear(field);
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(server.calls('PATCH /op-notes/:id/')).toHaveLength(0);
    await user.type(field, 'Other words.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('OpNote has been updated')).toBeTruthy();
    expect(server.calls('PATCH /op-notes/:id/')).toHaveLength(1);
  });

  it('S13: the editor warns of U+202E and takes it out when told to', async () => {
    server.note = { ...server.note, text: 'Left \u202Eeenk\u202C.' };
    const { user } = renderScreen(path);
    const field = await edit(user, '');
    expect(
      screen.getByText('This text has 2 characters that cannot be seen and may turn words around: U+202E, U+202C.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(field.value).toBe('Left eenk.');
    expect(screen.queryByText(/cannot be seen/)).toBeNull();
  });

  it('asks before unsaved changes are dropped, and asks nothing without changes', async () => {
    const { user } = renderScreen(path);
    await edit(user, '');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox', { name: 'Text of the OpNote' })).toBeNull();
    await edit(user, ' More.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog).getByText('The changes you made will be lost. Are you sure you want to leave editing mode?'),
    ).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Ok' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text of the OpNote' })).toBeNull());
    expect(server.calls('PATCH /op-notes/:id/')).toHaveLength(0);
  });

  it('asks before a navigation drops changes, and stays when told to', async () => {
    const { user, history } = renderScreen(path);
    await edit(user, ' More.');
    await user.click(screen.getByRole('link', { name: 'Add OpNote' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(unsavedWords)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(history.location.pathname).toBe(path);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Add OpNote' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ok' }));
    expect(await screen.findByText('A new OpNote')).toBeTruthy();
  });

  it('asks the browser to ask before the tab is closed, only with changes', async () => {
    const { user } = renderScreen(path);
    const closing = (): boolean => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await edit(user, '');
    expect(closing()).toBe(false);
    await user.type(screen.getByRole('textbox', { name: 'Text of the OpNote' }), '!');
    expect(closing()).toBe(true);
  });

  it('OCC-04 REL-17 keeps a draft on the server, and restores it', async () => {
    server.draft = { text: 'What I had written', updated_at: '2026-01-03T10:00:00.000Z', base_updated_at: null };
    const { user } = renderScreen(path);
    const field = await edit(user, '');
    await waitFor(() => expect(field.value).toBe('What I had written'));
    await user.type(field, '!');
    expect(await screen.findByText('Draft kept')).toBeTruthy();
    expect(server.draft?.text).toBe('What I had written!');
    expect(stored(localStorage) + stored(sessionStorage)).not.toContain('What I had written');
  });
});

describe('U4: what is typed outlives the session', () => {
  const signOutIn = (reason: 'idle' | 'expired'): void => {
    clearSession(reason);
    cleanup();
    localStorage.setItem('accessToken', 'another');
  };

  it('U4: text in the field is there again for the same user on the same tab, and goes to the server', async () => {
    const { user } = renderScreen(path);
    await edit(user, ' Half a sen');
    signOutIn('idle');
    server.draft = null;
    renderScreen(path);
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the OpNote' });
    expect(field.value).toBe(`${noteText} Half a sen`);
    await waitFor(() => expect(server.draft?.text).toBe(`${noteText} Half a sen`));
    expect(stored(localStorage) + stored(sessionStorage)).not.toContain('Half a sen');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ok' }));
  });

  it('U4: nobody else gets it', async () => {
    const { user } = renderScreen(path);
    await edit(user, ' Half a sen');
    signOutIn('expired');
    forgetTextOfOthers('another user');
    renderScreen(path);
    await screen.findByRole('row', { name: /29827/ });
    expect(screen.queryByRole('textbox', { name: 'Text of the OpNote' })).toBeNull();
  });

  it('U4: a kept draft is told when the note opens, gone on with or discarded', async () => {
    server.draft = { text: 'What I had written', updated_at: '2026-01-03T10:00:00.000Z', base_updated_at: null };
    const { user } = renderScreen(path);
    const notice = within(await screen.findByRole('region', { name: 'Your unsaved draft' }));
    expect(notice.getByText(/01\/03\/2026/)).toBeTruthy();
    await user.click(notice.getByRole('button', { name: 'Continue editing' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text of the OpNote' });
    await waitFor(() => expect(field.value).toBe('What I had written'));
    cleanup();
    renderScreen(path);
    await user.click(await screen.findByRole('button', { name: 'Discard draft' }));
    await waitFor(() => expect(server.draft).toBeNull());
    expect(screen.queryByRole('region', { name: 'Your unsaved draft' })).toBeNull();
  });

  it('U4: signing out keeps the draft first', async () => {
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const { user, queries } = renderScreen(path);
    await edit(user, ' Half a sen');
    server.draft = null;
    signOut(queries);
    await waitFor(() => expect(left).toHaveBeenCalledWith('/'));
    expect(server.draft).toMatchObject({ text: `${noteText} Half a sen` });
    const calls = server.sent.map((sent) => sent.call);
    expect(calls.lastIndexOf('PUT /op-notes/drafts/:id/')).toBeLessThan(calls.lastIndexOf('POST /auth/logout/'));
  });
});

describe('two people on one note', () => {
  const theirs = { text: `${noteText} Theirs.`, etag: '"v7"', updated_by: 'admin', updated_at: '2026-01-04T10:00:00.000Z' };

  it('OCC-03 shows theirs and mine after a stale save, and overwrites against their version', async () => {
    server.refuse('PATCH /op-notes/:id/', { status: 412, code: 'stale', current: theirs });
    const { user } = renderScreen(path);
    await edit(user, ' Mine.');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('heading', { name: 'Someone else changed this note' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Theirs, as saved: text' }).textContent).toContain('Theirs.');
    expect(screen.getByRole('region', { name: 'Mine, not saved: text' }).textContent).toContain('Mine.');
    // U19: no choice between two texts is the loud one.
    const loudness = ['Reload theirs', 'Overwrite with mine', 'Copy mine'].map(
      (name) => screen.getByRole('button', { name }).dataset['variant'],
    );
    expect(loudness).toEqual(['default', 'default', 'default']);
    await user.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
    expect(await screen.findByText('OpNote has been updated')).toBeTruthy();
    expect(server.calls('PATCH /op-notes/:id/')[1]?.headers.get('if-match')).toBe('"v7"');
  });

  it('tells whoever saved the note in another tab that it was they, and calls nobody’s text theirs', async () => {
    server.refuse('PATCH /op-notes/:id/', { status: 412, code: 'stale', current: { ...theirs, updated_by: 'approver' } });
    const { user } = renderScreen(path);
    await edit(user, ' Mine.');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    const heading = await screen.findByRole('heading', { name: 'You changed this note in another tab' });
    expect(heading.nextElementSibling?.textContent).toMatch(/^You saved it on .*, after you opened it here\./);
    expect(heading.parentElement?.textContent).not.toMatch(/their\b|theirs,|someone else/i);
    expect(screen.getByRole('region', { name: 'Saved in the other tab: text' }).textContent).toContain('Theirs.');
    await user.click(screen.getByRole('button', { name: 'Overwrite with this tab’s text' }));
    expect(await screen.findByText('OpNote has been updated')).toBeTruthy();
  });

  it('OCC-04 a note that changes under the reader leaves edit mode only where nothing was typed; what was typed is shown beside it', async () => {
    const { user, queries } = renderScreen(path);
    const changeTo = async (words: string, etag: string): Promise<void> => {
      server.note = {
        ...server.note,
        text: `${noteText} ${words}`,
        updated_by: 'admin',
        updated_at: `2026-01-0${etag}T10:00:00.000Z`,
      };
      server.etag = `"v${etag}"`;
      await queries.invalidateQueries();
    };
    await edit(user, '');
    await changeTo('Theirs at first.', '4');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Text of the OpNote' })).toBeNull());
    expect(screen.getByText(/Theirs at first\./)).toBeTruthy();
    await edit(user, ' Mine.');
    await changeTo('Theirs once more.', '5');
    expect(await screen.findByRole('heading', { name: 'Someone else changed this note' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Theirs, as saved: text' }).textContent).toContain('Theirs once more.');
    expect(screen.getByRole('region', { name: 'Mine, not saved: text' }).textContent).toContain('Mine.');
    await waitFor(() => expect(server.draft?.text).toContain('Mine.'));
  });

  it('reloads theirs', async () => {
    server.refuse('PATCH /op-notes/:id/', { status: 412, code: 'stale', current: theirs });
    const { user } = renderScreen(path);
    await edit(user, ' Mine.');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByRole('heading', { name: 'Someone else changed this note' });
    server.note = { ...server.note, text: theirs.text };
    await user.click(screen.getByRole('button', { name: 'Reload theirs' }));
    await waitFor(() => expect(screen.getByText(/Theirs\./)).toBeTruthy());
    expect(screen.queryByRole('textbox', { name: 'Text of the OpNote' })).toBeNull();
  });

  it('REL-17 keeps the text and says why when a save fails otherwise', async () => {
    server.refuse('PATCH /op-notes/:id/', { status: 503, code: 'unavailable', detail: 'Not just now.' });
    const { user } = renderScreen(path);
    const field = await edit(user, ' Mine.');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not just now.'));
    expect(field.value).toContain('Mine.');
  });
});

describe('details, delete and download', () => {
  it('deletes after asking, and goes to the list', async () => {
    const { user } = renderScreen(path);
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    const details = await screen.findByRole('dialog', { name: 'Details' });
    expect(within(details).getByText(noteId)).toBeTruthy();
    expect(within(details).getByText('01/02/2026 by dataentry')).toBeTruthy();
    await user.click(within(details).getByRole('button', { name: 'Delete' }));
    await screen.findByText('You are going to delete the OpNote');
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    expect(await screen.findByText('OpNote has been deleted')).toBeTruthy();
    expect(await screen.findByText('The list of OpNotes')).toBeTruthy();
  });

  it('tells who approved, and everything that happened to the codes: who, when, from, to', async () => {
    const at = '2026-01-05T12:00:00.000Z';
    server.history = [
      { id: '3', kind: 'code', action: 'undo', code: '29827', from: 'REJECTED', to: 'SUGGESTED', reason: null, by: 'coder', at },
      {
        id: '2',
        kind: 'code',
        action: 'assign',
        code: '29806',
        from: 'SUGGESTED',
        to: 'APPROVED',
        reason: null,
        by: 'admin',
        at,
      },
      { id: '1', kind: 'text', action: 'create', code: null, from: null, to: null, reason: null, by: 'dataentry', at },
    ];
    const { user } = renderScreen(path);
    await user.click(await screen.findByRole('button', { name: 'Approve 29827' }));
    await screen.findByText('Approved successfully');
    await user.click(screen.getByRole('button', { name: 'Details' }));
    const details = await screen.findByRole('dialog', { name: 'Details' });
    const history = await within(details).findByRole('region', { name: 'History' });
    const entries = within(history).getAllByRole('listitem');
    expect(entries.map((entry) => entry.textContent.replace(/\d{2}\/\d{2}\/.*/, 'when'))).toEqual([
      '29827 Rejected → Suggested (undone)coder, when',
      '29806 Suggested → Approved (assigned)admin, when',
      'Note createddataentry, when',
    ]);
    expect(within(details).getByText('Approved by').nextElementSibling?.textContent).toBe('approver');
    expect(within(details).queryByText('Earlier texts')).toBeNull();
  });

  it('shows an administrator the texts that saves have replaced, asked only when opened', async () => {
    server.versions = [
      { version: 1, text: '  As it was <b>first</b>.', saved_by: 'dataentry', saved_at: '2026-01-02T10:00:00.000Z' },
    ];
    const { user } = renderScreen(path, 'Admin');
    await user.click(await screen.findByRole('button', { name: 'Details' }));
    const details = await screen.findByRole('dialog', { name: 'Details' });
    expect(server.calls('GET /op-notes/:id/versions/')).toHaveLength(0);
    await user.click(within(details).getByText('Earlier texts'));
    const version = await within(details).findByRole('region', { name: 'Version 1' });
    expect(version.querySelector('pre')?.textContent).toBe('  As it was <b>first</b>.');
    expect(version.textContent).toContain('dataentry');
  });

  it('leads to feedback with the note, and to a new note', async () => {
    renderScreen(path);
    const feedback = await screen.findByRole('link', { name: 'Feedback' });
    expect(feedback.getAttribute('href')).toBe(`/feedbacks/new?opnote_id=${noteId}`);
    expect(screen.getByRole('link', { name: 'Add OpNote' }).getAttribute('href')).toBe('/opnotes/new');
  });

  it('asks for the file name and asks for as many codes as are shown', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const { user } = renderScreen(path);
    await user.click(await screen.findByRole('button', { name: 'Download' }));
    const dialog = await screen.findByRole('dialog', { name: 'Download' });
    const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'File name:' });
    expect(field.value).toBe('right-shoulder');
    await user.type(field, '{Enter}');
    // Until the file is there and the dialog has gone: nothing of it goes on into the next test.
    await waitFor(() => expect(saved).toEqual(['right-shoulder.docx']));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Download' })).toBeNull());
    expect(server.calls('GET /op-notes/:id/download/')).toHaveLength(1);
  });

  it('names files so that any system takes them', () => {
    expect(docxName('report', 'OpNotes')).toBe('report.docx');
    expect(docxName(' report.DOCX ', 'OpNotes')).toBe('report.docx');
    expect(docxName('a/b\\c:d\u202e', 'OpNotes')).toBe('abcd.docx');
    expect(docxName('  ', 'OpNotes')).toBe('OpNotes.docx');
    expect(docxName('..', 'OpNotes')).toBe('OpNotes.docx');
  });
});

describe('next and previous note', () => {
  it('go along the list that the note was opened from', async () => {
    rememberTrail('op', ['00000000-0000-4000-8000-000000000000', noteId, '33333333-3333-4333-8333-333333333333'], { total: 38 });
    const { user, history } = renderScreen(path);
    expect(await screen.findByText('2 of 38 in this list')).toBeTruthy();
    await user.keyboard('n');
    await waitFor(() => expect(history.location.pathname).toBe('/opnotes/33333333-3333-4333-8333-333333333333'));
  });
});

describe('the way back along the list', () => {
  it('is P, and at its end N does nothing', async () => {
    rememberTrail('op', ['00000000-0000-4000-8000-000000000000', noteId], { total: 2 });
    const { user, history } = renderScreen(path);
    expect(await screen.findByText('2 of 2 in this list')).toBeTruthy();
    await user.keyboard('n');
    expect(history.location.pathname).toBe(path);
    await user.keyboard('p');
    await waitFor(() => expect(history.location.pathname).toBe('/opnotes/00000000-0000-4000-8000-000000000000'));
  });
});

describe('an EdNote', () => {
  it('has text, Download, Edit and Delete, and no codes', async () => {
    server = startNoteServer('ed');
    const { user } = renderScreen(`/ednotes/${noteId}`);
    expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Feedback' })).toBeNull();
    expect(server.sent.every(({ call }) => !call.includes('cpt-codes'))).toBe(true);
    await user.keyboard('e');
    await user.type(screen.getByRole('textbox', { name: 'Text of the EdNote' }), ' More.');
    await user.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('EdNote has been updated')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('You are going to delete the EdNote');
    await user.click(screen.getByRole('button', { name: 'Ok' }));
    expect(await screen.findByText('EdNote has been deleted')).toBeTruthy();
  });
});
