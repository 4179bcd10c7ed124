import type { Profile } from '@incisive/contract/auth';

/** Each status of an account: its word and its tone. */
export const userStates = {
  pending: { word: 'Pending', tone: 'waiting' },
  active: { word: 'Active', tone: 'done' },
  deactivated: { word: 'Deactivated', tone: 'off' },
} as const satisfies Record<Profile['status'], { word: string; tone: string }>;
