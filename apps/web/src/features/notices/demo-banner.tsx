import { useQuery } from '@tanstack/react-query';
import { installation } from '@incisive/contract/installation';
import { call } from '../../lib/call.ts';

export const installationQuery = {
  queryKey: ['installation'],
  queryFn: () => call(installation.get),
  staleTime: Infinity,
} as const;

/** Says on every screen that what is shown is sample data. */
export function DemoBanner() {
  const { data } = useQuery(installationQuery);
  if (!data?.demo) return null;
  return (
    <p className="demo-banner" role="note">
      Sample data. Do not enter real patient records here.
    </p>
  );
}
