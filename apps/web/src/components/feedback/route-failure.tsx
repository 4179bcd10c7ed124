import type { ErrorComponentProps } from '@tanstack/react-router';
import { PageHeader } from '../layout/page-header.tsx';
import { LoadFailureNote } from './load-failure-note.tsx';

/** A screen that could not be drawn: most often a new version was installed and its old files are gone. */
export const RouteFailure = ({ error }: ErrorComponentProps) => (
  <div className="page page-narrow">
    <PageHeader title="Something Went Wrong" />
    <LoadFailureNote
      error={error}
      broken="This screen couldn’t be shown. Reload it, or ask your administrator."
      onRetry={() => window.location.reload()}
    />
  </div>
);
