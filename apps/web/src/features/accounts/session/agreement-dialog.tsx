import { Button, Group } from '@mantine/core';
import { Modal } from '../../../components/overlay/modal.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import { licenseSections, licenseTitle } from '@incisive/contract/license';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { focusHeading } from '../../../components/layout/focus-heading.ts';
import { call } from '../../../lib/api/call.ts';
import { profileQuery } from '../../../lib/session/profile.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import classes from './agreement-dialog.module.css';

/** Stands in front of every screen until the license is accepted; REJECT signs out. It cannot be closed otherwise. */
export function AgreementDialog() {
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => call(accounts.agreement),
    onSuccess: (profile) => {
      queries.setQueryData(profileQuery.queryKey, profile);
      // The dialog goes with what had the focus: reading begins at the head of the screen.
      requestAnimationFrame(() => requestAnimationFrame(focusHeading));
    },
  });
  return (
    <Modal
      opened
      onClose={() => undefined}
      title={licenseTitle}
      size={640}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.text} tabIndex={0} aria-label="Agreement text" data-autofocus>
        {licenseSections.map(({ heading, text }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{text}</p>
          </section>
        ))}
      </section>
      {accept.error ? <FailureNote error={accept.error} /> : null}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={accept.isPending} onClick={() => signOut(queries)}>
          REJECT
        </Button>
        <Button loading={accept.isPending} onClick={() => accept.mutate()}>
          ACCEPT
        </Button>
      </Group>
    </Modal>
  );
}
