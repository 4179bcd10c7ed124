import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { readConsent } from '../../lib/consent.ts';
import { ConsentBanner } from './consent-banner.tsx';

function open() {
  render(
    <MantineProvider env="test">
      <h1 tabIndex={-1}>New OpNote</h1>
      <textarea aria-label="Text" />
      <ConsentBanner />
    </MantineProvider>,
  );
  return userEvent.setup();
}

it.each(['Decline', 'Accept'])('%s gives the focus back to the field that had it', async (name) => {
  const user = open();
  const field = screen.getByRole('textbox', { name: 'Text' });
  field.focus();
  await user.click(screen.getByRole('button', { name }));
  expect(screen.queryByRole('region', { name: 'Cookie consent' })).toBeNull();
  expect(document.activeElement).toBe(field);
});

it('goes back along the buttons to what had the focus before the first of them', async () => {
  const user = open();
  await user.click(screen.getByRole('textbox', { name: 'Text' }));
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Accept' }));
  await user.keyboard('{Enter}');
  expect(readConsent()).toBe('accepted');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }));
});

it('where nothing had it, the page’s heading has it', async () => {
  const user = open();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
