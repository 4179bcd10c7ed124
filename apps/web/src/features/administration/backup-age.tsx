import { useQuery } from '@tanstack/react-query';
import { installation } from '@incisive/contract/installation';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import classes from './administration.module.css';

/** When the newest backup was made and the last was tried; in words when none are made, or when they fail. */
export function BackupAge() {
  const backups = useQuery({ queryKey: ['backups'], queryFn: ({ signal }) => call(installation.backups, { signal }) });
  if (!backups.data) return backups.isPending ? null : <>Not available right now</>;
  const { every_minutes, newest, tried_at, failing } = backups.data;
  if (every_minutes === null) return <>Not made by Incisive: BACKUP_DIR is not set</>;
  return (
    <>
      {newest ? formatMoment(newest.at) : 'None yet'}
      {tried_at ? `, restored for a try ${formatMoment(tried_at)}` : ''}
      {failing ? (
        <p className={classes.wrong}>
          Failing since {formatMoment(failing.since)}: {failing.reason}
        </p>
      ) : null}
    </>
  );
}
