import type { ComponentType } from 'react';

/** The screens of the card; sign-in is the first. */
export type AuthScreen = 'sign-in' | 'forgot-password' | 'change-password' | 'sign-up' | 'second-factor';

export interface AuthScreenProps {
  /** Turns to another screen of the card; the message is shown on it, e.g. after a reset. */
  readonly show: (screen: AuthScreen, message?: string) => void;
}

/** The screens beside sign-in, each loaded when it is turned to. A screen that is not here has no link to it. */
export const authScreens: Partial<Record<AuthScreen, () => Promise<{ default: ComponentType<AuthScreenProps> }>>> = {
  'second-factor': async () => ({ default: (await import('./required-factor.tsx')).RequiredFactor }),
  'forgot-password': async () => ({ default: (await import('./forgot-password.tsx')).ForgotPassword }),
  'sign-up': async () => ({ default: (await import('./sign-up.tsx')).SignUp }),
  'change-password': async () => ({ default: (await import('./change-password.tsx')).ChangePassword }),
};
