import { useEffect } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { limits } from '@incisive/contract/limits';
import { PageHeader } from '../../components/layout/page-header.tsx';

/** /feedbacks/confirm: the thanks, and on to a new note after five seconds or at once by the link. */
export function FeedbackConfirm() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: '/opnotes/new' }), limits.feedbackRedirectMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className="page">
      <PageHeader title="Feedback" crumbs={[{ label: 'Feedback' }]} />
      <output style={{ display: 'block', margin: '0 0 16px' }}>
        Thank you for your feedback, we will respond to you within 24-48 hours
      </output>
      <p>
        <Link to="/opnotes/new">Continue to a new OpNote</Link>
      </p>
    </div>
  );
}
