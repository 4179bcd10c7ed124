import { useRef } from 'react';
import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useQuery } from '@tanstack/react-query';
import { analytics } from '@incisive/contract/analytics';
import type { Freshness } from '@incisive/contract/analytics';
import { call } from '../../lib/api/call.ts';

const askEveryMs = 2000;
/** Changes are answered after half a minute of quiet: a figure that has not moved for longer is not about to. */
const stillMs = 90_000;

/** How many open notes have suggestions of the present engine, catalog and learned model; asked again while that moves. */
export function SuggestionFreshness() {
  const moved = useRef({ upToDate: -1, at: 0 });
  const freshness = useQuery({
    queryKey: ['models', 'suggestions'],
    queryFn: ({ signal }) => call(analytics.freshness, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.up_to_date >= data.notes) return false;
      if (data.up_to_date !== moved.current.upToDate) moved.current = { upToDate: data.up_to_date, at: Date.now() };
      return Date.now() - moved.current.at < stillMs ? askEveryMs : false;
    },
  });
  if (freshness.data) return <Figures data={freshness.data} />;
  return freshness.isPending ? null : <>Not available right now</>;
}

function Figures({ data: { notes, up_to_date: upToDate } }: { readonly data: Freshness }) {
  if (notes === 0) return <>None</>;
  const words = `${upToDate.toLocaleString('en-US')} of ${notes.toLocaleString('en-US')}`;
  return (
    <>
      {words}
      {upToDate < notes ? (
        <Progress.Root mt={6} maw={320}>
          <Progress.Section value={(100 * upToDate) / notes} aria-label="Suggestions up to date" />
        </Progress.Root>
      ) : null}
    </>
  );
}
