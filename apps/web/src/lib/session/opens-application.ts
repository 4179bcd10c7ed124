import { ssoPage } from '@incisive/contract/auth-paths';
import { isSignedIn } from './session.ts';

/** Addresses that are open without a session. */
const isOpenAddress = (path: string): boolean => path.startsWith('/verify-email') || path.startsWith(ssoPage);

/** Whether this page shows the application, and not the sign-in card. */
export const opensApplication = (): boolean => isSignedIn() || isOpenAddress(window.location.pathname);
