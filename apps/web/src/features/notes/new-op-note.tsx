import { NewNote } from './new-note.tsx';
import { opNotePages } from './note-kinds.ts';

export const NewOpNote = () => <NewNote pages={opNotePages} />;
