import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import classes from './failure-note.module.css';

/**
 * A failure where it happened, in words, with Retry when trying again can help.
 * @example <FailureNote error={query.error} onRetry={() => void query.refetch()} />
 */
export function FailureNote({ error, children, onRetry }: { error?: unknown; children?: ReactNode; onRetry?: () => void }) {
  return (
    <div role="alert" className={classes.note}>
      <IconAlertTriangle size={18} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {children ?? (error instanceof ApiError ? error.message : messageOf(error))}
        <UnplacedFields error={error} />
      </div>
      {onRetry ? (
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}

/** What the server says of single fields and nothing on the screen shows: said here, so that it is never lost. */
function UnplacedFields({ error }: { readonly error: unknown }) {
  if (!(error instanceof ApiError) || error.fields.length === 0) return null;
  return (
    <ul className={classes.fields}>
      {error.fields.map(({ path, message }) => (
        <li key={path}>
          {path.replaceAll('_', ' ')}: {message}
        </li>
      ))}
    </ul>
  );
}

/** Nothing here yet: says so, and what to do next. */
export function EmptyNote({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{title}</p>
      {children ? <div>{children}</div> : null}
    </div>
  );
}
