import { useQuery } from '@tanstack/react-query';
import { type Backups, installation } from '@incisive/contract/installation';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import classes from './administration.module.css';

/** When the newest backup was made and the last was tried; in words when none are made, or when they fail. */
export function BackupAge() {
  const backups = useQuery({ queryKey: ['backups'], queryFn: ({ signal }) => call(installation.backups, { signal }) });
  if (!backups.data) return backups.isPending ? null : <>Not available right now</>;
  const { every_minutes, newest, tried_at, failing, log } = backups.data;
  if (every_minutes === null) return <>Not made by Incisive: BACKUP_DIR is not set</>;
  return (
    <>
      {newest ? formatMoment(newest.at) : 'None yet'}
      {tried_at ? `, restored for a try ${formatMoment(tried_at)}` : ''}
      <Failing failing={failing} />
      {log ? <LogArchive log={log} /> : null}
    </>
  );
}

function Failing({ failing }: Pick<Backups, 'failing'>) {
  return failing ? (
    <p className={classes.wrong}>
      Failing since {formatMoment(failing.since)}: {failing.reason}
    </p>
  ) : null;
}

/** Up to when a moment can be restored, and from when a copy of the database stands ready. */
function LogArchive({ log }: { log: NonNullable<Backups['log']> }) {
  return (
    <>
      <p>
        {log.archived_at ? `Log archived up to ${formatMoment(log.archived_at)}` : 'Log not archived yet'}
        {log.base_at ? `, newest copy ${formatMoment(log.base_at)}` : ', no copy yet'}
        {log.tried_at ? `, restored for a try ${formatMoment(log.tried_at)}` : ''}
      </p>
      <Failing failing={log.failing} />
    </>
  );
}
