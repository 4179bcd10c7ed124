import type { ReactNode } from 'react';
import { Loader } from '@mantine/core';
import '@mantine/core/styles/Paper.layer.css';
import { useQuery } from '@tanstack/react-query';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { isMissing } from '../../lib/api/api-error.ts';
import type { LoadedNote, NoteKindScreen } from './note-screens.ts';
import { noteQuery } from './workbench.queries.ts';
import classes from './note-screen.module.css';

/**
 * Loads the note, with a spinner, a not-found view or the failure. Notes are never fetched ahead: every read is in the audit log,
 * and one that nobody looked at would stand there as a look.
 */
export function NoteLoader({
  screen,
  id,
  children,
}: {
  readonly screen: NoteKindScreen;
  readonly id: string;
  readonly children: (loaded: LoadedNote) => ReactNode;
}) {
  const query = useQuery(noteQuery(screen, id));
  if (query.data) return children(query.data);
  if (query.isPending && query.fetchStatus === 'paused')
    return (
      <div className="page page-narrow">
        <PageHeader title={screen.label} crumbs={[{ label: screen.plural, to: screen.listPath }]} />
        <FailureNote>You’re offline. The note will open when you reconnect.</FailureNote>
      </div>
    );
  if (query.isPending)
    return (
      <output className={classes.waiting} aria-label="Loading">
        <Loader size="md" />
      </output>
    );
  if (isMissing(query.error))
    return <NotFound>{`This ${screen.label} does not exist, was deleted, or belongs to another organization.`}</NotFound>;
  return (
    <div className="page page-narrow">
      <PageHeader title={screen.label} crumbs={[{ label: screen.plural, to: screen.listPath }]} />
      <FailureNote error={query.error} onRetry={() => void query.refetch()} />
    </div>
  );
}
