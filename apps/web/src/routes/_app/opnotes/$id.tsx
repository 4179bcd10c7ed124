import { createFileRoute } from '@tanstack/react-router';
import { OpNoteScreen } from '../../../features/workbench/op-note-screen.tsx';

export const Route = createFileRoute('/_app/opnotes/$id')({ staticData: { capability: 'notes.read' }, component: OpNote });

function OpNote() {
  return <OpNoteScreen id={Route.useParams().id} />;
}
