import { NewNote } from './new-note.tsx';
import { opNotePages } from './note-pages.ts';

export const NewOpNote = () => <NewNote pages={opNotePages} />;
