import { createFileRoute } from '@tanstack/react-router';
import { UploadOpNotes } from '../../../features/notes/upload-notes.tsx';

export const Route = createFileRoute('/_app/opnotes/upload')({
  staticData: { capability: 'notes.create' },
  component: UploadOpNotes,
});
