import { type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accounts } from '@incisive/contract/accounts';
import type { Notice } from '@incisive/contract/accounts';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { Popup } from '../../components/overlay/popup.tsx';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import { useProfile } from '../../lib/session/profile.ts';
import classes from './bell.module.css';

const key = ['notices'];

/** The in-app notices: how many are unread, and where each leads. Nothing before the agreement is accepted. */
export function Bell() {
  return useProfile().agreement ? <Notices /> : null;
}

function Notices() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // Read here, not in the panel: the query tells of a change only of what was read while this was drawn.
  const { data, error, refetch } = useQuery({
    queryKey: [...key, all],
    queryFn: ({ signal }) => call(accounts.notices, { query: { per_page: all ? 100 : 20 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    refetchIntervalInBackground: false,
  });
  const read = useMutation({
    mutationFn: (body: { notices: string[]; older: boolean }) => call(accounts.readNotices, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  });
  const unread = data?.unread ?? 0;
  const newest = data?.results[0];
  // What nobody looked at stands first, each part newest first.
  const fresh = data?.results.filter((row) => !row.read) ?? [];
  const rows = [...fresh, ...(data?.results.filter((row) => row.read) ?? [])];
  /** Seeing the list is not reading: whoever goes where a notice leads has read it. */
  const follow = (notice: Notice): void => {
    if (!notice.read) read.mutate({ notices: [notice.id], older: false });
    if (notice.link) void navigate({ to: localPath(notice.link) as never });
  };
  return (
    <Popup
      label="Notices"
      width={340}
      align="end"
      trigger={(props) => (
        <button
          type="button"
          className={classes.bell}
          aria-label={unread === 0 ? 'Notices' : `Notices, ${String(unread)} unread`}
          {...props}
        >
          <IconBell size={20} aria-hidden />
          {unread > 0 ? (
            <span className={classes.unread} aria-hidden>
              {unread > 9 ? '9+' : unread}
            </span>
          ) : null}
        </button>
      )}
    >
      {(close) => (
        <>
          {error ? <FailureNote error={error} onRetry={() => void refetch()} /> : null}
          {data && !error && rows.length === 0 ? <p className={classes.empty}>No notices.</p> : null}
          <ul ref={list} tabIndex={-1} className={classes.list}>
            {rows.map((notice) => (
              <li key={notice.id} data-read={notice.read}>
                {notice.link ? (
                  <button
                    type="button"
                    onKeyDown={stepOnArrows}
                    onClick={() => {
                      close();
                      follow(notice);
                    }}
                  >
                    {notice.message}
                  </button>
                ) : (
                  <span>{notice.message}</span>
                )}
                <time dateTime={notice.created_at}>{formatMoment(notice.created_at)}</time>
              </li>
            ))}
          </ul>
          {data?.next && !all ? (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => {
                // The button goes away: the focus goes to what it makes longer.
                list.current?.focus();
                setAll(true);
              }}
            >
              Show older
            </Button>
          ) : null}
          {unread > 0 && newest ? (
            <Button
              size="compact-sm"
              variant="subtle"
              disabled={read.isPending}
              onClick={() => read.mutate({ notices: [newest.id], older: true })}
            >
              Mark all as read
            </Button>
          ) : null}
        </>
      )}
    </Popup>
  );
}

/** Up and down go from notice to notice. */
function stepOnArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  all[all.indexOf(event.currentTarget) + step]?.focus();
}

/** Notices lead inside the application only, whatever a link says. */
export const localPath = (link: string): string => {
  try {
    const { pathname, search } = new URL(link, window.location.origin);
    return pathname + search;
  } catch {
    return '/opnotes';
  }
};
