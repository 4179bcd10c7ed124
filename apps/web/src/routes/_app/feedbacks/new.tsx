import { createFileRoute } from '@tanstack/react-router';
import { NewFeedback } from '../../../features/feedbacks/new-feedback.tsx';

export const Route = createFileRoute('/_app/feedbacks/new')({
  staticData: { capability: 'feedback.create' },
  validateSearch: (search: Record<string, unknown>): { opnote_id?: string } =>
    typeof search['opnote_id'] === 'string' ? { opnote_id: search['opnote_id'] } : {},
  component: Screen,
});

function Screen() {
  const { opnote_id } = Route.useSearch();
  return <NewFeedback opnoteId={opnote_id} />;
}
