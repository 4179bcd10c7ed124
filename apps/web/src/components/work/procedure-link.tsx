import { Link } from '@tanstack/react-router';
import { procedureLine } from '../../lib/procedure-line.ts';
import { ShownText } from '../feedback/shown-text.tsx';
import classes from './work.module.css';

export interface ProcedureLinkProps {
  readonly noteId: string;
  readonly text: string;
  readonly onClick?: () => void;
}

/** What was done, in the note's own words; leads to the note. */
export const ProcedureLink = ({ noteId, text, onClick }: ProcedureLinkProps) => (
  <Link to="/opnotes/$id" params={{ id: noteId }} className={classes.procedure} {...(onClick ? { onClick } : {})}>
    <ShownText text={procedureLine(text).line} />
  </Link>
);
