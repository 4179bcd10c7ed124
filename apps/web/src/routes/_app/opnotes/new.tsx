import { createFileRoute } from '@tanstack/react-router';
import { NewOpNote } from '../../../features/notes/new-op-note.tsx';

export const Route = createFileRoute('/_app/opnotes/new')({ staticData: { capability: 'notes.create' }, component: NewOpNote });
