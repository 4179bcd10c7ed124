import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { toast, toastError } from '../../../components/feedback/toasts.tsx';
import { FailureNote } from '../../../components/feedback/failure-note.tsx';
import { ShownText } from '../../../components/feedback/shown-text.tsx';
import { formatMoment } from '../../../lib/dates.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import type { NoteEditor, Theirs } from './use-note-editor.ts';
import classes from './note-editor.module.css';

const ofAnother = {
  heading: 'Someone else changed this note',
  saved: 'Theirs, as saved',
  unsaved: 'Mine, not saved',
  reload: 'Reload theirs',
  overwrite: 'Overwrite with mine',
  copy: 'Copy mine',
  kept: 'Overwriting keeps their text as an earlier version of the note.',
};
const ofOneself: typeof ofAnother = {
  heading: 'You changed this note in another tab',
  saved: 'Saved in the other tab',
  unsaved: 'In this tab, not saved',
  reload: 'Reload the saved text',
  overwrite: 'Overwrite with this tab’s text',
  copy: 'Copy this tab’s text',
  kept: 'Overwriting keeps the saved text as an earlier version of the note.',
};

/** Two people, or one in two tabs, changed one text: both versions side by side, with the lines that differ marked, and three ways on. */
export function NoteConflict({ editor, theirs }: { readonly editor: NoteEditor; readonly theirs: Theirs }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const mine = editor.text ?? '';
  const own = theirs.updatedBy === useProfile().username;
  const words = own ? ofOneself : ofAnother;
  const copy = (): void => {
    navigator.clipboard.writeText(mine).then(
      () => toast('Your text was copied', { type: 'info' }),
      () => toastError('The text could not be copied. Select it and copy it by hand.'),
    );
  };
  return (
    <div className={classes.conflict}>
      <h2 ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <p>
        {own ? 'You' : (theirs.updatedBy ?? 'Another person')} saved it
        {theirs.updatedAt ? ` on ${formatMoment(theirs.updatedAt)}` : ''}, after you opened it{own ? ' here' : ''}. Nothing of
        yours is lost: choose what to do with the two texts.
      </p>
      <div className={classes.versions}>
        <Version title={words.saved} text={theirs.text} other={mine} />
        <Version title={words.unsaved} text={mine} other={theirs.text} />
      </div>
      {editor.error === null ? null : <FailureNote error={editor.error} />}
      <div className={classes.choices}>
        <Button variant="default" onClick={() => void editor.reload()} disabled={editor.saving}>
          {words.reload}
        </Button>
        <Button variant="default" onClick={() => void editor.overwrite()} loading={editor.saving}>
          {words.overwrite}
        </Button>
        <Button variant="default" onClick={copy}>
          {words.copy}
        </Button>
        <Button variant="subtle" onClick={editor.keepEditing} disabled={editor.saving}>
          Keep editing
        </Button>
      </div>
      <p className={classes.status}>{words.kept}</p>
    </div>
  );
}

function Version({ title, text, other }: { readonly title: string; readonly text: string; readonly other: string }) {
  const known = new Set(other.split('\n').map((line) => line.trim()));
  return (
    <div className={classes.version}>
      <h3>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard */}
      <section className={classes.versionText} tabIndex={0} aria-label={`${title}: text`}>
        {text.split('\n').map((line, at) => (
          // Lines have no identity beyond their place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} data-differs={line.trim() !== '' && !known.has(line.trim()) ? true : undefined}>
            {line === '' ? '\n' : <ShownText text={line} />}
          </div>
        ))}
      </section>
    </div>
  );
}
