import { useState } from 'react';
import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fastLane } from '@incisive/contract/fast-lane';
import { lane as endpoints } from '@incisive/contract/lane';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { call } from '../../lib/api/call.ts';
import classes from './manage.module.css';

const laneQuery = {
  queryKey: ['queue', 'lane'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoints.get, { signal }),
};

/** Whether the fast lane is open, and what the clinic's own cases say of it. */
export function LaneSetting() {
  const queries = useQueryClient();
  const found = useQuery(laneQuery);
  const [busy, setBusy] = useState(false);
  const lane = found.data;
  const set = async (on: boolean): Promise<void> => {
    setBusy(true);
    try {
      queries.setQueryData(laneQuery.queryKey, await call(endpoints.save, { body: { on } }));
      toast(on ? 'The fast lane is open' : 'The fast lane is closed');
      await queries.invalidateQueries({ queryKey: ['queue', 'home'] });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <QueryStatus query={found} />
      {lane ? (
        <>
          <Switch
            label="Sure cases may be finished from one screen"
            checked={lane.on}
            disabled={busy || (!lane.on && !lane.may)}
            onChange={(event) => void set(event.currentTarget.checked)}
          />
          <p className={classes.quiet}>
            {lane.of === 0
              ? 'No such case was finished yet'
              : `${lane.agreed} of ${lane.of} such cases were finished as suggested`}
            ; it opens from {fastLane.leastCases} cases and {fastLane.leastAgreed * 100} %, and closes when they fall below. One
            in {fastLane.oneBlindOf} is coded again, blind. No case is finished without a person.
            {lane.on && !lane.may ? ' It is closed now: the cases do not show it any more.' : ''}
          </p>
        </>
      ) : null}
    </>
  );
}
