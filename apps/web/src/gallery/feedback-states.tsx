import { Button, Group, Stack } from '@mantine/core';
import { CodeStatePill, StateLegend, codeStates } from '../components/feedback/code-state.tsx';
import type { CodeState } from '@incisive/contract/roles';
import { EmptyNote, FailureNote } from '../components/feedback/failure-note.tsx';
import { LoadFailureNote } from '../components/feedback/load-failure-note.tsx';
import { QueryStatus } from '../components/feedback/query-status.tsx';
import { ShownText } from '../components/feedback/shown-text.tsx';
import { StatusTag } from '../components/feedback/status-tag.tsx';
import { toast, toastError } from '../components/feedback/toasts.tsx';
import { WarningStrip } from '../components/feedback/warning-strip.tsx';
import { ApiError } from '../lib/api/api-error.ts';

const tones = ['plain', 'waiting', 'done', 'off', 'trouble'] as const;
const nothing = (): void => undefined;
const withFields = new ApiError(422, 'validation', 'Some fields need your attention.', {
  problem: {
    type: 'urn:incisive:error:validation',
    title: 'Some fields need your attention.',
    status: 422,
    errors: [{ path: 'phone_number', message: 'Invalid phone number' }],
  },
});

/** Notes, tags and toasts. */
export function FeedbackStates() {
  return (
    <Stack>
      <StateLegend />
      <Group>
        {(Object.keys(codeStates) as CodeState[]).map((state) => (
          <CodeStatePill key={state} state={state} />
        ))}
      </Group>
      <p>
        <ShownText text={'Hidden marks are shown: zero\u200Bwidth, right\u202Eto left.'} />
      </p>
      <Group>
        {tones.map((tone) => (
          <StatusTag key={tone} tone={tone}>
            {tone}
          </StatusTag>
        ))}
      </Group>
      <FailureNote>The file is empty.</FailureNote>
      <FailureNote error={withFields} />
      <FailureNote
        error={new ApiError(503, 'unavailable', 'The server is unavailable. Try again in a moment.')}
        onRetry={nothing}
      />
      <LoadFailureNote onRetry={nothing} />
      <QueryStatus query={{ isPending: true, error: null, refetch: nothing }} />
      <WarningStrip words="You have an unsaved draft of this note.">
        <Button size="xs" variant="default">
          Continue editing
        </Button>
      </WarningStrip>
      <EmptyNote title="No OpNotes yet">Type or paste the first one.</EmptyNote>
      <Group>
        <Button
          variant="default"
          onClick={() =>
            toast('Approved successfully', {
              detail: '47563',
              persist: true,
              action: { label: 'Undo', keys: 'Ctrl Z', run: nothing },
            })
          }
        >
          Success toast
        </Button>
        <Button variant="default" onClick={() => toastError('The server is unavailable. Try again in a moment.')}>
          Error toast
        </Button>
        <Button variant="default" onClick={() => toast('Your text was copied', { type: 'info', persist: true })}>
          Info toast
        </Button>
      </Group>
    </Stack>
  );
}
