import { Button, Group } from '@mantine/core';
import { PasswordInput } from './password-input.tsx';
import { object } from 'zod/mini';
import { givenPassword } from '@incisive/contract/fields';
import { FailureNote } from '../feedback/failure-note.tsx';
import { useContractForm } from './contract-form.ts';

const schema = object({ password: givenPassword });

/** Asks for one's own password before a step that a session alone must not take, and says what went wrong with it. */
export function PasswordForm({ action, run }: { readonly action: string; readonly run: (password: string) => Promise<unknown> }) {
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { password: '' },
    submit: async ({ password }) => {
      await run(password);
      form.reset();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Group align="start">
        <PasswordInput label="Your password" autoComplete="current-password" miw={240} {...form.getInputProps('password')} />
        <Button type="submit" variant="default" mt={25} disabled={form.values.password === ''} loading={form.submitting}>
          {action}
        </Button>
      </Group>
      {failure ? <FailureNote error={failure} /> : null}
    </form>
  );
}
