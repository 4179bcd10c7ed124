import { useState } from 'react';
import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Toasts, clearToasts } from '../feedback/toasts.tsx';
import { lazyDialog } from './lazy-dialog.tsx';
import type { LazyDialogProps } from './lazy-dialog.tsx';
import { lazyPart } from './lazy-part.tsx';
import { LoadFailureNote } from '../feedback/load-failure-note.tsx';
import { Modal } from './modal.tsx';

function SearchDialog({ opened, onClose }: LazyDialogProps) {
  const [text, setText] = useState('');
  return (
    <Modal opened={opened} onClose={onClose} title="Search">
      <TextInput data-autofocus label="Words" value={text} onChange={(event) => setText(event.currentTarget.value)} />
    </Modal>
  );
}

/** A page with a key for every letter, a field, and a dialog that C opens and that comes when `arrive` is called. */
function openPage(fetchDialog?: () => Promise<typeof SearchDialog>) {
  const acted: string[] = [];
  let arrive: (dialog: typeof SearchDialog) => void = () => undefined;
  const Dialog = lazyDialog(
    fetchDialog ??
      (() =>
        new Promise<typeof SearchDialog>((resolve) => {
          arrive = resolve;
        })),
  );
  function Page() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <input aria-label="Note" />
        <button
          type="button"
          onKeyDown={(event) => {
            acted.push(event.key);
            if (event.key === 'c') {
              event.preventDefault();
              setOpened(true);
            }
          }}
        >
          Row
        </button>
        <Dialog opened={opened} onClose={() => setOpened(false)} />
        <Toasts />
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <Page />
    </MantineProvider>,
  );
  const row = screen.getByRole('button', { name: 'Row' });
  row.focus();
  return { acted, row, user: userEvent.setup(), arrive: () => arrive(SearchDialog) };
}

beforeEach(clearToasts);

describe('keys while a dialog is on its way', () => {
  it('U1: act on nothing, and what was typed stands in the field once it is there', async () => {
    const { acted, user, arrive } = openPage();
    await user.keyboard('c');
    await user.keyboard('rotaq{Backspace}tor cuff');
    expect(acted).toEqual(['c']);
    arrive();
    const field = await screen.findByRole('textbox', { name: 'Words' });
    await waitFor(() => expect((field as HTMLInputElement).value).toBe('rotator cuff'));
    await user.keyboard('s');
    expect((field as HTMLInputElement).value).toBe('rotator cuffs');
    expect(acted).toEqual(['c']);
  });

  it('U1: Escape calls the dialog off, and keys are the page’s again', async () => {
    const { acted, user } = openPage();
    await user.keyboard('c');
    await user.keyboard('x{Escape}');
    await user.keyboard('a');
    expect(acted).toEqual(['c', 'a']);
  });

  it('U1: nothing is taken from somebody who writes elsewhere', async () => {
    const { user } = openPage();
    await user.keyboard('c');
    const note = screen.getByRole('textbox', { name: 'Note' });
    note.focus();
    await user.keyboard('pain');
    expect((note as HTMLInputElement).value).toBe('pain');
  });
});

describe('a dialog that cannot be loaded', () => {
  const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  it('U3: leaves the page as it is, says that one is offline, and gives the keys back', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { acted, user } = openPage(gone);
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'not saved');
    screen.getByRole('button', { name: 'Row' }).focus();
    await user.keyboard('c');
    expect(await screen.findByText(/^You’re offline/)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('not saved');
    await user.keyboard('a');
    expect(acted).toEqual(['c', 'a']);
  });

  it('U3: says that Incisive was updated when the page names another script, and comes when it can be loaded again', async () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.setAttribute('src', '/assets/app-old.js');
    document.head.append(script);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script type="module" src="/assets/app-new.js"></script>')));
    let there = false;
    const { user } = openPage(() => (there ? Promise.resolve(SearchDialog) : gone()));
    await user.keyboard('c');
    expect(await screen.findByText(/^Incisive was updated/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    there = true;
    await user.keyboard('c');
    expect(await screen.findByRole('textbox', { name: 'Words' })).toBeTruthy();
    script.remove();
  });

  it('U3: a part of a screen that fails leaves its fallback, and comes when the line is back', async () => {
    let there = false;
    const Part = lazyPart(() => (there ? Promise.resolve(() => <p>Chart</p>) : gone()), <p>No chart yet</p>);
    render(<Part />);
    expect(screen.getByText('No chart yet')).toBeTruthy();
    there = true;
    await waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(screen.getByText('Chart')).toBeTruthy();
    });
  });
});

describe('a part of a screen that says so when it fails', () => {
  const openPart = (fetchPart: () => Promise<() => React.ReactNode>) => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const Part = lazyPart(fetchPart, <p>On its way</p>, (retry) => <LoadFailureNote onRetry={retry} />);
    render(
      <MantineProvider env="test">
        <Part />
      </MantineProvider>,
    );
    return userEvent.setup();
  };
  const retry = () => screen.findByRole('button', { name: 'Retry' });

  it('U3: is asked for again by Retry, as often as it takes, and by the line that is back', async () => {
    let asked = 0;
    let there = false;
    const user = openPart(() => {
      asked += 1;
      return there
        ? Promise.resolve(() => <p>Claim</p>)
        : Promise.reject(new Error('Unable to preload CSS for /assets/claim.css'));
    });
    expect(screen.getByText('On its way')).toBeTruthy();
    expect(await screen.findByText(/^You’re offline/)).toBeTruthy();
    await user.click(await retry());
    await waitFor(() => expect(asked).toBe(2));
    expect(await retry()).toBeTruthy();
    there = true;
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('Claim')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('U3: is drawn again by Retry where drawing it failed', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const user = openPart(() =>
      Promise.resolve(() => {
        if (broken) throw new Error('No such field');
        return <p>Claim</p>;
      }),
    );
    await retry();
    broken = false;
    await user.click(await retry());
    expect(await screen.findByText('Claim')).toBeTruthy();
  });
});

it('U1: the focus goes back to what had it', async () => {
  const { user, row } = openPage(() => Promise.resolve(SearchDialog));
  await user.keyboard('c');
  await screen.findByRole('textbox', { name: 'Words' });
  await waitFor(() => expect(document.activeElement?.getAttribute('data-autofocus')).toBe('true'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(row));
});
