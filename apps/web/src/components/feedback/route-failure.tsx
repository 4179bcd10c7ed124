import type { ErrorComponentProps } from '@tanstack/react-router';
import { useLoadFailure } from '../../lib/load-failure.ts';
import type { LoadFailure } from '../../lib/load-failure.ts';
import { PageHeader } from '../layout/page-header.tsx';
import { FailureNote } from './failure-note.tsx';

const words: Record<LoadFailure, string> = {
  offline: 'You’re offline. Reload this screen when you reconnect.',
  updated: 'Incisive was updated. Reload to continue.',
  broken: 'This screen couldn’t be shown. Reload it. If that doesn’t help, contact your administrator.',
};

/** A screen that could not be drawn: most often a new version was installed and its old files are gone. */
export function RouteFailure({ error }: ErrorComponentProps) {
  const why = useLoadFailure(error);
  return (
    <div className="page page-narrow">
      <PageHeader title="Something Went Wrong" />
      <FailureNote error={error} onRetry={() => window.location.reload()}>
        {words[why]}
      </FailureNote>
    </div>
  );
}
