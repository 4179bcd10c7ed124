import { useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { failureNotices, notices } from '@incisive/contract/notices';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { toast, toastError } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/call.ts';
import { profileQuery, useProfile } from '../../../lib/profile.ts';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';
import { UserForm, bodyOf } from '../users/user-form.tsx';
import type { UserValues } from '../users/user-form.tsx';
import classes from '../accounts.module.css';

/** /profile: one's own data, second factor and sessions. */
export function MyProfile() {
  const queries = useQueryClient();
  const profile = useProfile();
  const save = useMutation({
    mutationFn: (values: UserValues) => call(auth.update, { body: bodyOf('profile', values) }),
    onSuccess: async () => {
      await queries.invalidateQueries(profileQuery);
      toast(notices.profileUpdated());
    },
    onError: () => toastError(failureNotices.createOrUpdateUser),
  });
  return (
    <div className="page">
      <PageHeader title="My Profile" crumbs={[{ label: 'My Profile' }]} />
      <UserForm key={profile.updated_at} mode="profile" user={profile} submit={(values) => save.mutateAsync(values)} />
      {profile.email_verified ? null : (
        <section className={classes.section} aria-labelledby="email-heading">
          <h2 id="email-heading">Email address</h2>
          <p>{profile.email} is not confirmed yet. Open the link that was mailed to it.</p>
          <ResendVerification username={profile.username} />
        </section>
      )}
      <SecondFactor enabled={profile.otp_enabled} />
      <OwnSessions />
    </div>
  );
}
