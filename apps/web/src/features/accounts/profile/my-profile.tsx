import { useQueryClient } from '@tanstack/react-query';
import { auth } from '@incisive/contract/auth';
import { notices } from '@incisive/contract/notices';
import { EditButton, useInPlaceEditing } from '../../../components/form/in-place-editing.tsx';
import { toast } from '../../../components/feedback/toasts.tsx';
import { Part } from '../../../components/layout/facts.tsx';
import { PageHeader } from '../../../components/layout/page-header.tsx';
import { call } from '../../../lib/api/call.ts';
import { profileQuery, useProfile } from '../../../lib/session/profile.ts';
import { sessionClinic } from '../../../lib/session/session.ts';
import { UserFacts } from '../users/user-facts.tsx';
import { UserForm, bodyOf } from '../users/user-form.tsx';
import type { UserValues } from '../users/user-form.tsx';
import { OwnDigest } from './own-digest.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { ResendVerification } from './resend-verification.tsx';
import { SecondFactor } from './second-factor.tsx';
import classes from '../accounts.module.css';

/** /profile: one's own data, password, second factor and sessions. */
export function MyProfile() {
  const queries = useQueryClient();
  const profile = useProfile();
  const edit = useInPlaceEditing();
  const save = async (values: UserValues): Promise<void> => {
    await call(auth.update, { body: bodyOf('profile', values) });
    await queries.invalidateQueries(profileQuery);
    toast(notices.profileUpdated());
    edit.stop();
  };
  return (
    <div className="page">
      <PageHeader title="My Profile" crumbs={[{ label: 'My Profile' }]}>
        <EditButton edit={edit} />
      </PageHeader>
      <div className={classes.form}>
        {edit.editing ? (
          <Part title="Profile">
            <UserForm key={profile.updated_at} mode="profile" user={profile} submit={save} onCancel={edit.stop} />
          </Part>
        ) : (
          <UserFacts user={profile} own />
        )}
      </div>
      {profile.email_verified ? null : (
        <section className={classes.section} aria-labelledby="email-heading">
          <h2 id="email-heading">Email address</h2>
          <p>{profile.email} isn’t confirmed yet. Open the link we emailed to it.</p>
          <ResendVerification username={profile.username} />
        </section>
      )}
      {sessionClinic() === null ? (
        <>
          <OwnPassword />
          <SecondFactor enabled={profile.otp_enabled} />
        </>
      ) : (
        <section className={classes.section} aria-labelledby="clinic-heading">
          <h2 id="clinic-heading">Your clinic’s account</h2>
          <p>You signed in with it. Its password and its second factor are kept and changed at your clinic.</p>
        </section>
      )}
      <OwnDigest />
      <OwnSessions />
    </div>
  );
}
