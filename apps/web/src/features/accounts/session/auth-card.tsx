import { Suspense, lazy, useMemo, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { Loader } from '@mantine/core';
import { SampleDataTag } from '../../../components/feedback/sample-data-tag.tsx';
import { factsOfPage } from '../../../lib/page-facts.ts';
import { AuthRoom } from './auth-room.tsx';
import { authScreens } from './auth-screens.ts';
import type { AuthScreen, AuthScreenProps } from './auth-screens.ts';
import { SignIn } from './sign-in.tsx';
import classes from './auth-card.module.css';

const lazyScreens = Object.fromEntries(Object.entries(authScreens).map(([name, load]) => [name, lazy(load)])) as Partial<
  Record<AuthScreen, ComponentType<AuthScreenProps>>
>;

/** The 380 px card in front of the application: sign in and what belongs to it. */
export function AuthCard({
  first = 'sign-in',
  notice,
  sampleData = factsOfPage()?.demo ?? false,
}: {
  readonly first?: AuthScreen;
  readonly notice?: ReactNode;
  readonly sampleData?: boolean;
}) {
  const [screen, setScreen] = useState<AuthScreen>(first);
  const [message, setMessage] = useState<string>();
  const show = useMemo(
    () => (next: AuthScreen, words?: string) => {
      setScreen(next);
      setMessage(words);
    },
    [],
  );
  const Screen = screen === 'sign-in' ? SignIn : (lazyScreens[screen] ?? SignIn);
  return (
    <AuthRoom below={<SampleDataTag shown={sampleData} />}>
      <output className={classes.notices}>
        {message ? <p className={classes.notice}>{message}</p> : null}
        {!message && notice ? <div className={classes.notice}>{notice}</div> : null}
      </output>
      <Suspense fallback={<Loader size="sm" />}>
        <Screen show={show} />
      </Suspense>
    </AuthRoom>
  );
}
