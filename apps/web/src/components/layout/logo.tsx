import classes from './logo.module.css';

/** The word mark, drawn in the display serif; decorative beside a link's own name. */
export function Logo() {
  return (
    <span className={classes.logo}>
      Incis<i>i</i>ve
    </span>
  );
}
