import { useQuery } from '@tanstack/react-query';
import { installationQuery } from '../../lib/installation.ts';
import classes from './demo-tag.module.css';

/** Says quietly, on every screen of an installation with sample data, that the notes and people are made up. */
export function DemoTag() {
  const demo = useQuery(installationQuery).data?.demo ?? false;
  if (!demo) return null;
  return (
    <p className={classes.tag}>
      Sample data.<span className={classes.rest}> Do not enter real patient records here.</span>
    </p>
  );
}
