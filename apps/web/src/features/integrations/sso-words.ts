import type { ssoEvents } from '@incisive/contract/single-sign-on';

export const ssoKey = ['single-sign-on'];

const events: Readonly<Record<(typeof ssoEvents)[number], string>> = {
  'sign-in': 'Signed in',
  linked: 'Account linked',
  'account-made': 'Account made',
  'role-changed': 'Role changed',
  'sign-out': 'Signed out',
  'back-channel': 'Signed out at the provider',
};
export const ssoEventOf = (event: string): string => events[event as keyof typeof events] ?? event;
