import type { NoteRow } from '@incisive/contract/notes';
import classes from './note-cells.module.css';

/** A note's short name: the first segment of its id. */
export const shortId = (id: string): string => id.split('-')[0] ?? id;

/** What a note begins with, cut at two lines. */
export const noteText = (row: NoteRow) => <span className={classes.text}>{row.text}</span>;
