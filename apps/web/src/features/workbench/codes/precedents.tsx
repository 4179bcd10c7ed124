import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Precedent } from '@incisive/contract/precedents';
import { isSuperRole } from '@incisive/contract/roles';
import { Modal } from '../../../components/overlay/modal.tsx';
import { formatDate } from '../../../lib/dates.ts';
import { useProfile } from '../../../lib/session/profile.ts';
import { precedentsQuery } from './precedents.queries.ts';
import classes from './precedents.module.css';

export interface RowProps {
  readonly noteId: string;
  readonly code: string;
  readonly onOpen: (code: string) => void;
}
export interface ListProps {
  readonly noteId: string;
  /** Of which code; null while the list is closed. */
  readonly shown: string | null;
  readonly onClose: () => void;
}

/** On the row of a suggestion how many settled notes like this one carry it; beside the table the list of these. */
export const Precedents = (props: RowProps | ListProps) => ('code' in props ? <Carrying {...props} /> : <List {...props} />);

const useWords = (): ((carrying: number, all: number) => string) => {
  const above = useProfile().groups.some(isSuperRole);
  const whose = above ? 'this clinic' : 'yours';
  return (carrying, all) =>
    all === 1
      ? `The one similar note of ${whose} ${carrying === 1 ? 'carries' : 'doesn’t have'} it`
      : `${carrying} of ${all} similar notes of ${whose} ${carrying === 1 ? 'carries' : 'carry'} it`;
};

function Carrying({ noteId, code, onOpen }: RowProps) {
  const words = useWords();
  const { data = [] } = useQuery(precedentsQuery(noteId));
  if (data.length === 0) return null;
  const carrying = data.filter((note) => note.approved.includes(code)).length;
  return (
    <button type="button" className={classes.carrying} onClick={() => onOpen(code)}>
      {words(carrying, data.length)}
    </button>
  );
}

function List({ noteId, shown, onClose }: ListProps) {
  const words = useWords();
  const { data = [] } = useQuery(precedentsQuery(noteId));
  const carrying = data.filter((note) => shown !== null && note.approved.includes(shown));
  return (
    <Modal opened={shown !== null} onClose={onClose} title={`Similar notes and ${shown ?? ''}`}>
      <p className={classes.sum}>{words(carrying.length, data.length)}.</p>
      <ul className={classes.list}>
        {[...carrying, ...data.filter((note) => !carrying.includes(note))].map((note) => (
          <li key={note.id}>
            <Link to="/opnotes/$id" params={{ id: note.id }} onClick={onClose}>
              {titleOf(note)}
            </Link>
            <small>
              {standing(note, shown ?? '')} · settled {formatDate(note.settled_at)} · {note.approved.join(', ') || 'no code'}
            </small>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

const titleOf = ({ filename, text }: Precedent): string => filename ?? text.split('\n').find((line) => line.trim() !== '') ?? '';

function standing(note: Precedent, code: string): string {
  if (note.approved.includes(code)) return 'carries it';
  return note.rejected.includes(code) ? 'turned it down' : 'doesn’t have it';
}
