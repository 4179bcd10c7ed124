import { createFileRoute } from '@tanstack/react-router';
import { FeedbackConfirm } from '../../../features/feedbacks/feedback-confirm.tsx';

export const Route = createFileRoute('/_app/feedbacks/confirm')({
  staticData: { capability: 'feedback.create' },
  component: FeedbackConfirm,
});
