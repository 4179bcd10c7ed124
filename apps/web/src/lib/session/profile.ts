import { createContext, use, useCallback } from 'react';
import { queryOptions } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import type { Profile } from '@incisive/contract/auth';
import type { Capability, Role } from '@incisive/contract/roles';
import { call } from '../api/call.ts';
import { storeUserId } from './session.ts';

/** The signed-in user's own profile; reading it also stores the user id, as the session needs. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const profile = await call(accounts.profile, { signal });
    storeUserId(profile.id);
    return profile;
  },
  staleTime: Infinity,
  retry: 1,
});

export const ProfileContext = createContext<Profile | null>(null);

/** The signed-in user. Only below the gate. */
export function useProfile(): Profile {
  const profile = use(ProfileContext);
  if (!profile) throw new Error('useProfile is used outside of the gate');
  return profile;
}

/** The user's one role; an account without a role, which the server never makes, is treated as the least. */
export const roleOf = (profile: Profile): Role => profile.groups[0] ?? 'DataEntry';

/** What the signed-in user may do: what the role holds, less what this installation keeps from it. */
export function useMay(): (capability: Capability) => boolean {
  const { abilities } = useProfile();
  return useCallback((capability) => abilities[capability] ?? false, [abilities]);
}

/** The same of one capability. */
export const useCan = (capability: Capability): boolean => useMay()(capability);

/** The signed-in user's role. */
export const useRole = (): Role => roleOf(useProfile());
