import type { ComponentType } from 'react';

/** The screens of the card; sign-in is the first. */
export type AuthScreen = 'sign-in' | 'forgot-password' | 'change-password' | 'sign-up' | 'second-factor';

export interface AuthScreenProps {
  /** Turns to another screen of the card; the message is shown on it, e.g. after a reset. */
  readonly show: (screen: AuthScreen, message?: string) => void;
}

type Screen = ComponentType<AuthScreenProps>;

/** These screens ask the server through the cache of queries, which sign-in does without; it comes with the first of them. */
const screen = (fetchScreen: () => Promise<Screen>) => async (): Promise<{ default: Screen }> => {
  const [{ withQueries }, Screen] = await Promise.all([import('../../../lib/api/app-queries.tsx'), fetchScreen()]);
  return { default: withQueries(Screen) };
};

/** The screens beside sign-in, each loaded when it is turned to. A screen that is not here has no link to it. */
export const authScreens: Partial<Record<AuthScreen, () => Promise<{ default: Screen }>>> = {
  'second-factor': screen(async () => (await import('./required-factor.tsx')).RequiredFactor),
  'forgot-password': screen(async () => (await import('./forgot-password.tsx')).ForgotPassword),
  'sign-up': screen(async () => (await import('./sign-up.tsx')).SignUp),
  'change-password': screen(async () => (await import('./change-password.tsx')).ChangePassword),
};
