import { Fragment } from 'react';
import { codePointName, showHidden } from '@incisive/contract/characters';
import classes from './shown-text.module.css';

/**
 * A text in which nothing hides: marks that cannot be seen stand there by their number, and turn nothing round outside of their own box.
 * The characters themselves stay, so that offsets, copies and selections are those of the text.
 */
export function ShownText({ text }: { readonly text: string }) {
  const parts = showHidden(text);
  if (parts.every((part) => !part.hidden)) return text;
  return parts.map((part, at) => (
    // Parts have no identity beyond their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {part.hidden ? (
        <span className={classes.hidden} data-mark={codePointName(part.text)} title="A character that cannot be seen">
          {part.text}
        </span>
      ) : (
        part.text
      )}
    </Fragment>
  ));
}
