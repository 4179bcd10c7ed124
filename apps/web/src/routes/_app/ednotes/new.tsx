import { createFileRoute } from '@tanstack/react-router';
import { NewEdNote } from '../../../features/notes/new-ed-note.tsx';

export const Route = createFileRoute('/_app/ednotes/new')({ staticData: { capability: 'notes.create' }, component: NewEdNote });
