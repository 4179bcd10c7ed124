import { Button, Group, Select, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { feedbackSubjects, feedbacks } from '@incisive/contract/feedbacks';
import { useState } from 'react';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toastError } from '../../components/feedback/toasts.tsx';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';

/** /feedbacks/new: a subject or a message is enough; a note's id travels along and is shown. */
export function NewFeedback({ opnoteId }: { readonly opnoteId?: string | undefined }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [subject, setSubject] = useState<(typeof feedbackSubjects)[number] | ''>('');
  const [message, setMessage] = useState('');
  const send = useMutation({
    mutationFn: () => call(feedbacks.create, { body: { subject, message, ...(opnoteId ? { opnote_id: opnoteId } : {}) } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['feedbacks'] });
      await navigate({ to: '/feedbacks/confirm' });
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const empty = subject === '' && message.trim() === '';
  return (
    <div className="page">
      <PageHeader title="New feedback" crumbs={[{ label: 'Feedback', to: '/feedbacks' }, { label: 'New feedback' }]} />
      <form
        className="form-column"
        onSubmit={(event) => {
          event.preventDefault();
          if (!empty && !send.isPending) send.mutate();
        }}
      >
        {opnoteId ? (
          <p>
            About OpNote{' '}
            <Link to={`/opnotes/${opnoteId}` as never}>
              <code>{opnoteId.split('-')[0]}</code>
            </Link>
          </p>
        ) : null}
        <Select
          label="Subject"
          placeholder="Choose a subject"
          clearable
          data={[...feedbackSubjects]}
          value={subject || null}
          onChange={(value) => setSubject((value as typeof subject | null) ?? '')}
        />
        <Textarea
          label="Message"
          autosize
          minRows={6}
          maxRows={20}
          maxLength={10_000}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          description="Please leave out names and other details of patients."
        />
        {send.error ? <FailureNote error={send.error} /> : null}
        <Group>
          <Button type="submit" disabled={empty} loading={send.isPending}>
            Submit
          </Button>
        </Group>
      </form>
    </div>
  );
}
