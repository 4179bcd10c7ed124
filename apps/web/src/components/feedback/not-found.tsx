import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PageHeader } from '../layout/page-header.tsx';

/** For unknown addresses, for screens that the role may not see, and for records that are not there. */
export function NotFound({ children = 'Nothing is here, or your role can’t open it.' }: { children?: string }) {
  return (
    <div className="page page-narrow">
      <PageHeader title="Not Found" />
      <p className="dialog-text">{children}</p>
      <Button component={Link} to="/opnotes" variant="default">
        Go to OpNotes
      </Button>
    </div>
  );
}
