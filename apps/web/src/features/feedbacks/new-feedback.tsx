import { Button, Group, Select, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { feedbackBody, feedbackSubjects, feedbacks } from '@incisive/contract/feedbacks';
import { useContractForm } from '../../components/form/contract-form.ts';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { shortId } from '../../components/data-table/note-cells.tsx';
import { call } from '../../lib/api/call.ts';

/** /feedbacks/new: a subject or a message is enough; a note's id travels along and is shown. */
export function NewFeedback({ opnoteId }: { readonly opnoteId?: string | undefined }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { form, onSubmit, failure } = useContractForm({
    schema: feedbackBody,
    initial: { subject: '' as (typeof feedbackSubjects)[number] | '', message: '' },
    submit: async (values) => {
      try {
        await call(feedbacks.create, { body: { ...values, ...(opnoteId ? { opnote_id: opnoteId } : {}) } });
      } catch (error) {
        toastFailure(error);
        throw error;
      }
      await queries.invalidateQueries({ queryKey: ['feedbacks'] });
      await navigate({ to: '/feedbacks/confirm' });
    },
  });
  const empty = form.values.subject === '' && form.values.message.trim() === '';
  return (
    <div className="page page-form">
      <PageHeader title="New feedback" crumbs={[{ label: 'Feedback', to: '/feedbacks' }, { label: 'New feedback' }]} />
      <form className="form-column" onSubmit={onSubmit} noValidate>
        {opnoteId ? (
          <p>
            About OpNote{' '}
            <Link to={`/opnotes/${opnoteId}` as never}>
              <code>{shortId(opnoteId)}</code>
            </Link>
          </p>
        ) : null}
        <Select
          label="Subject"
          placeholder="Choose a subject"
          clearable
          data={[...feedbackSubjects]}
          {...form.getInputProps('subject')}
          value={form.values.subject || null}
          onChange={(value) => form.setFieldValue('subject', value ?? '')}
        />
        <Textarea
          label="Message"
          autosize
          minRows={6}
          maxRows={20}
          maxLength={10_000}
          {...form.getInputProps('message')}
          description="Please leave out patient names and other patient details."
        />
        {failure ? <FailureNote error={failure} /> : null}
        <Group>
          <Button type="submit" disabled={empty} loading={form.submitting}>
            Submit
          </Button>
        </Group>
      </form>
    </div>
  );
}
