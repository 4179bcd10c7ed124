import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../../components/data-table/list-search.ts';
import { OpNoteList } from '../../../features/notes/note-list.tsx';

export const Route = createFileRoute('/_app/opnotes/')({
  staticData: { capability: 'notes.read' },
  validateSearch: listSearch,
  component: OpNoteList,
});
