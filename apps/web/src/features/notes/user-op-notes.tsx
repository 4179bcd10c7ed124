import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { opNotes } from '@incisive/contract/op-notes';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { Part } from '../../components/layout/facts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import { procedureLine } from '../../lib/procedure-line.ts';
import classes from './note-list.module.css';
import { notesKey } from './notes.queries.ts';

const shown = 10;

/** The newest OpNotes of one user, inside the user's page; nothing while there are none. */
export function UserOpNotes({ username }: { readonly username: string }) {
  const { data } = useQuery({
    queryKey: [...notesKey('op'), 'list', 'of-user', username],
    queryFn: ({ signal }) =>
      call(opNotes.list, { query: { created_by: username, ordering: '-created_at', per_page: shown }, signal }),
  });
  if (!data || data.results.length === 0) return null;
  return (
    <Part title="Last OpNotes">
      <ul className={classes.lately}>
        {data.results.map((note) => (
          <li key={note.id}>
            <time dateTime={note.created_at}>{formatMoment(note.created_at)}</time>
            <Link to="/opnotes/$id" params={{ id: note.id }}>
              <ShownText text={procedureLine(note.text).line || shortId(note.id)} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/opnotes" search={{ created_by: username } as never}>
        All OpNotes of {username}
      </Link>
    </Part>
  );
}
