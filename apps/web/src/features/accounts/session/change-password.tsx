import { useEffect } from 'react';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { useContractForm } from '../../../components/form/contract-form.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { useFocusOnMount } from '../../../components/layout/use-focus-on-mount.ts';
import { call } from '../../../lib/call.ts';
import { profileQuery } from '../../../lib/profile.ts';
import { storeTokens } from '../../../lib/session.ts';
import { signOut } from '../../../lib/sign-out.ts';
import { TextButton } from './text-button.tsx';
import classes from './auth-card.module.css';

/** Asked of everyone whose password an administrator chose, before anything else. */
export function ChangePassword() {
  const queries = useQueryClient();
  useEffect(() => {
    document.title = 'Change password · Incisive';
  }, []);
  const change = useMutation({
    mutationFn: (body: { old_password: string; new_password: string }) => call(auth.changePassword, { body }),
    onSuccess: async (tokens) => {
      storeTokens(tokens);
      await queries.invalidateQueries(profileQuery);
    },
    onError: (error) => {
      showServerErrors(error);
    },
  });
  const { form, onSubmit, showServerErrors } = useContractForm({
    schema: auth.changePassword.body,
    initial: { old_password: '', new_password: '' },
    submit: (values) => {
      change.mutate(values);
    },
  });
  const filled = form.values.old_password !== '' && form.values.new_password !== '';
  return (
    <>
      <h1>Change password</h1>
      <form onSubmit={onSubmit} noValidate>
        <p className={classes.hint}>Your password was given to you. Choose one that only you know.</p>
        <PasswordInput
          label="Old password"
          autoComplete="current-password"
          ref={useFocusOnMount()}
          {...form.getInputProps('old_password')}
        />
        <PasswordInput
          label="New password"
          description="At least 8 characters."
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        {change.error && Object.keys(form.errors).length === 0 ? <FailureNote error={change.error} /> : null}
        <Button type="submit" fullWidth disabled={!filled} loading={change.isPending}>
          Change
        </Button>
      </form>
      <div className={classes.links}>
        <TextButton onClick={() => signOut(queries)}>Back to Sign In</TextButton>
      </div>
    </>
  );
}
