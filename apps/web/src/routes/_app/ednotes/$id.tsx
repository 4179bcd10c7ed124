import { createFileRoute } from '@tanstack/react-router';
import { EdNoteScreen } from '../../../features/workbench/ed-note-screen.tsx';

export const Route = createFileRoute('/_app/ednotes/$id')({ staticData: { capability: 'notes.read' }, component: EdNote });

function EdNote() {
  return <EdNoteScreen id={Route.useParams().id} />;
}
