import { useState } from 'react';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accounts } from '@incisive/contract/accounts';
import { auth } from '@incisive/contract/auth';
import type { Profile } from '@incisive/contract/auth';
import { limits } from '@incisive/contract/limits';
import { notices } from '@incisive/contract/notices';
import { toast, toastFailure } from '../../../components/feedback/toasts.tsx';
import { Act, ActList, Part, EndPart } from '../../../components/layout/facts.tsx';
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx';
import { call } from '../../../lib/api/call.ts';
import { useProfile } from '../../../lib/session/profile.ts';

interface Offer {
  readonly name: string;
  readonly button: string;
  readonly does: string;
  /** The server's message is said in a toast; without one `said`, or else the profile's notice. */
  readonly run: () => Promise<{ readonly message?: string } | undefined | { readonly count: number }>;
  /** What was done, where no profile changed. */
  readonly said?: string;
  /** Runs at once: it takes nothing away. */
  readonly harmless?: boolean;
}

/** What may be done with this account now. */
function offersFor(user: Profile): readonly Offer[] {
  const users = { body: { users: [user.id] } };
  const offers: Offer[] = [];
  if (!user.email_verified && user.status !== 'deactivated')
    offers.push({
      name: 'Confirm email',
      button: 'Send a new link',
      does: `Emails a new link to ${user.email}. The old one stops working.`,
      run: () => call(auth.resendVerification, { body: { username: user.username } }),
      harmless: true,
    });
  if (user.status === 'active')
    offers.push({
      name: 'Reset password',
      button: 'Send a code',
      does: 'Emails a code. The old password works until a new one is set.',
      run: () => call(auth.forgotPassword, { body: { username: user.username } }),
      harmless: true,
    });
  if (user.locked)
    offers.push({
      name: 'Unlock',
      button: 'Unlock',
      does: 'Clears failed attempts. The user can try again right away.',
      run: () => call(accounts.unlock, users),
      said: 'User has been unlocked',
    });
  if (user.otp_enabled)
    offers.push({
      name: 'Second factor',
      button: 'Reset second factor',
      does: 'For a lost device. The password alone signs in until a new device is set up.',
      run: () => call(auth.totpDisable, { body: { user: user.id } }),
    });
  offers.push({
    name: 'End sessions',
    button: 'End sessions',
    does: 'Signs the user out everywhere. They can sign in again.',
    run: () => call(accounts.endSessions, users),
    said: 'User has been signed out everywhere',
  });
  offers.push(
    user.status === 'active'
      ? {
          name: 'Deactivate',
          button: 'Deactivate',
          does: 'Signs the user out and blocks sign-in. Notes stay.',
          run: () => call(accounts.deactivate, users),
        }
      : { name: 'Activate', button: 'Activate', does: 'The user can sign in.', run: () => call(accounts.activate, users) },
  );
  return offers;
}

/** Each act with what it does and its button; what cannot be undone stands apart, last. */
export function UserActs({ user }: { readonly user: Profile }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const own = useProfile();
  const [asked, setAsked] = useState<Offer>();
  const [deleting, setDeleting] = useState(false);
  const act = useMutation({
    mutationFn: (offer: Offer) => offer.run(),
    onSuccess: async (answer, { said }) => {
      await queries.invalidateQueries({ queryKey: ['users'] });
      toast((answer && 'message' in answer ? answer.message : undefined) ?? said ?? notices.profileUpdated());
    },
    onError: toastFailure,
  });
  if (user.id === own.id) return null;
  const notes = (user.count_opnotes ?? 0) + (user.count_ednotes ?? 0);
  const remove = async (): Promise<void> => {
    try {
      await call(auth.remove, { body: { username: user.username } });
    } catch (error) {
      toastFailure(error);
      throw error;
    }
    toast(notices.userDeleted());
    await navigate({ to: '/users' });
    await queries.invalidateQueries({ queryKey: ['users'] });
  };
  return (
    <>
      <Part title="Account">
        <ActList>
          {offersFor(user).map((offer) => (
            <Act key={offer.name} name={offer.name} does={offer.does}>
              <Button
                variant="default"
                size="xs"
                loading={act.isPending && act.variables === offer}
                onClick={() => (offer.harmless ? act.mutate(offer) : setAsked(offer))}
              >
                {offer.button}
              </Button>
            </Act>
          ))}
        </ActList>
      </Part>
      <EndPart
        name="Delete user"
        does={`Closes the account for good. ${notes === 0 ? 'There are no notes' : notes === 1 ? 'The one note stays' : `The ${notes.toLocaleString('en-US')} notes stay`}${notes === 0 ? '' : `, with the name ${user.username}`}.`}
        onAsk={() => setDeleting(true)}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked?.button ?? ''}
        text={asked?.does}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          if (asked) await act.mutateAsync(asked);
        }}
      />
      <ConfirmDialog
        opened={deleting}
        title="Delete the user"
        text={`Are you sure? ${user.username} cannot sign in again, and the name is never reused.`}
        word={limits.deleteWord}
        onClose={() => setDeleting(false)}
        onConfirm={remove}
      />
    </>
  );
}
