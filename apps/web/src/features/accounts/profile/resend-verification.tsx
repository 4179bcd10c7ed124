import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { call } from '../../../lib/api/call.ts';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';

/** Asks for a new verification link. The answer is the server's, and the same whether or not there is such an account. */
export function ResendVerification({ username, size = 'sm' }: { readonly username: string; readonly size?: 'xs' | 'sm' }) {
  const send = useMutation({ mutationFn: () => call(auth.resendVerification, { body: { username } }) });
  return (
    <>
      <Button
        type="submit"
        variant="default"
        size={size}
        disabled={username.trim() === ''}
        loading={send.isPending}
        onClick={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        Send a new link
      </Button>
      {send.error ? <FailureNote error={send.error} /> : null}
      <output>{send.data ? send.data.message : null}</output>
    </>
  );
}
