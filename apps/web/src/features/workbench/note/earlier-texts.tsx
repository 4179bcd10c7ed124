import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { ShownText } from '../../../components/feedback/shown-text.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { versionsQuery } from '../workbench.queries.ts';
import classes from '../dialogs.module.css';

/** The texts that saves have replaced, for those who may read them; asked only when opened, since each reading is recorded. */
export function EarlierTexts({ noteId }: { readonly noteId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.earlier} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>Earlier texts</summary>
      {opened ? <Versions noteId={noteId} /> : null}
    </details>
  );
}

function Versions({ noteId }: { readonly noteId: string }) {
  const versions = useQuery(versionsQuery(noteId));
  if (versions.isPending) return <output className={classes.noHistory}>Loading</output>;
  if (versions.isError) return <FailureNote error={versions.error} onRetry={() => void versions.refetch()} />;
  if (versions.data.length === 0) return <p className={classes.noHistory}>The text has never been changed.</p>;
  return versions.data.map((version) => (
    <section key={version.version} aria-label={`Version ${version.version}`}>
      <small>
        {version.saved_by}, {formatMoment(version.saved_at)}
      </small>
      {/* A scrolling region is reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <ShownText text={version.text} />
      </pre>
    </section>
  ));
}
