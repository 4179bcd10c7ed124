import { createFileRoute } from '@tanstack/react-router';
import { UploadEdNotes } from '../../../features/notes/upload-notes.tsx';

export const Route = createFileRoute('/_app/ednotes/upload')({
  staticData: { capability: 'notes.create' },
  component: UploadEdNotes,
});
