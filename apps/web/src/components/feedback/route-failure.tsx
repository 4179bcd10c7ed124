import type { ErrorComponentProps } from '@tanstack/react-router';
import { FailureNote } from './failure-note.tsx';

/** A screen that could not be drawn: most often a new version was installed and its old files are gone. */
export function RouteFailure({ error }: ErrorComponentProps) {
  return (
    <div className="page page-narrow" style={{ paddingTop: 24 }}>
      <FailureNote error={error} onRetry={() => window.location.reload()}>
        This screen could not be shown. Reload it; if that does not help, tell your administrator.
      </FailureNote>
    </div>
  );
}
