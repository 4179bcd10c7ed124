import { useState } from 'react';
import { Button } from '@mantine/core';
import { FailureNote } from '../feedback/failure-note.tsx';
import { useFocusOnMount } from '../layout/use-focus-on-mount.ts';
import { beginAtClinic } from '../../lib/session/clinic-sign-in.ts';

interface ClinicButtonProps {
  readonly clinic: string;
  /** The page is for this button: it has the focus, and the look of what is done first. */
  readonly first?: boolean;
  /** The person is signed in, shows anew who they are, and comes back to where they are. */
  readonly again?: boolean;
}

/** Leaves for the clinic's provider. */
export function ClinicButton({ clinic, first = false, again = false }: ClinicButtonProps) {
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const focused = useFocusOnMount<HTMLButtonElement>();
  const leave = (): void => {
    setLeaving(true);
    setFailure(undefined);
    const back = again ? window.location.pathname + window.location.search : '/login';
    beginAtClinic(clinic, { again, back }).catch((error: unknown) => {
      setLeaving(false);
      setFailure(error);
    });
  };
  return (
    <>
      {failure ? <FailureNote error={failure} /> : null}
      <Button ref={first ? focused : null} variant={first ? 'filled' : 'default'} fullWidth loading={leaving} onClick={leave}>
        {again ? 'Confirm with your clinic’s account' : 'Sign in with your clinic’s account'}
      </Button>
    </>
  );
}
