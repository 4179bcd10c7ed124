import classes from './sample-data-tag.module.css';

/** Says quietly, where an installation holds sample data, that the notes and people are made up. */
export function SampleDataTag({ shown }: { readonly shown: boolean }) {
  if (!shown) return null;
  return (
    <p className={classes.tag}>
      Sample data.<span className={classes.rest}> Do not enter real patient records here.</span>
    </p>
  );
}
