import { Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accounts } from '@incisive/contract/accounts';
import { QueryStatus } from '../../../components/feedback/query-status.tsx';
import { toastFailure } from '../../../components/feedback/toasts.tsx';
import { call } from '../../../lib/api/call.ts';
import classes from '../accounts.module.css';

const queryKey = ['own-digest'];

/** Whether one is told once a day by mail of what waits. */
export function OwnDigest() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => call(accounts.digest, { signal }) });
  const wishing = useMutation({
    mutationFn: (wished: boolean) => call(accounts.wishDigest, { body: { wished } }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
    onError: toastFailure,
  });
  return (
    <section className={classes.section} aria-labelledby="digest-heading">
      <h2 id="digest-heading">Daily email</h2>
      <p>How many notices, questions and due cases wait for you, once a day. Counts alone, nothing of a note.</p>
      <QueryStatus query={query} size="sm" />
      {query.data ? (
        <Switch
          label="Email me once a day when something waits"
          checked={wishing.isPending ? wishing.variables : query.data.wished}
          disabled={wishing.isPending}
          onChange={({ currentTarget: { checked } }) => wishing.mutate(checked)}
        />
      ) : null}
    </section>
  );
}
