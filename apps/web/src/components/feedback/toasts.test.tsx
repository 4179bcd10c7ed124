import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { Toasts, clearToasts, toastFailure, toastFailureAs } from './toasts.tsx';

afterEach(clearToasts);

const refusal = (code: string, status: number, title: string): ApiError =>
  ApiError.fromAnswer(status, JSON.stringify({ type: `urn:incisive:error:${code}`, title, status }), null);

test('U4: an act that meets the end of the session leaves the words to the sign-in card', () => {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
  act(() => toastFailure(refusal('unauthenticated', 401, 'Invalid token.')));
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
  act(() => toastFailureAs('Something went wrong.', refusal('unauthenticated', 401, 'Invalid token.')));
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe('');
  act(() => toastFailure(refusal('wrong-credentials', 401, 'Wrong username or password.')));
  expect(screen.getByText('Wrong username or password.')).toBeTruthy();
});
