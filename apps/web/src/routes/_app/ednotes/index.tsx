import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { EdNoteList } from '../../../features/notes/note-list.tsx';

export const Route = createFileRoute('/_app/ednotes/')({
  staticData: { capability: 'notes.read' },
  validateSearch: listSearch,
  component: EdNoteList,
});
