import { useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { toast } from '../../../components/feedback/toasts.tsx';
import { ChangePasswordForm } from '../session/change-password-form.tsx';
import { sessionsQuery } from '../accounts.queries.ts';
import classes from '../accounts.module.css';

/** Changes one's own password while signed in; the account menu leads here with the field ready. */
export function OwnPassword() {
  const queries = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  const asked = useLocation({ select: ({ hash }) => hash === 'password' });
  useEffect(() => {
    if (asked) first.current?.focus();
  }, [asked]);
  return (
    <section id="password" className={classes.section} aria-labelledby="password-heading">
      <h2 id="password-heading">Password</h2>
      <p>You stay signed in here and are signed out everywhere else.</p>
      <ChangePasswordForm
        first={first}
        className={classes.narrow}
        onChanged={() => {
          toast('Your password has been changed');
          return queries.invalidateQueries(sessionsQuery);
        }}
      />
    </section>
  );
}
