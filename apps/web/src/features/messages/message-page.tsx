import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { contacts } from '@incisive/contract/contacts';
import { notices } from '@incisive/contract/notices';
import { NotFound } from '../../components/feedback/not-found.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { isMissing } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatMoment } from '../../lib/dates.ts';
import classes from './messages.module.css';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

/** /messages/{id}: who wrote and what, a mail to answer with, and Done. */
export function MessagePage({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const message = useQuery({
    queryKey: ['contacts', id],
    queryFn: ({ signal }) => call(contacts.get, { params: { id }, signal }),
  });
  const done = useMutation({
    mutationFn: () => call(contacts.markDone, { body: { contacts: [id] } }),
    onSuccess: async ({ count }) => {
      toast(notices.contactsDone(count));
      await queries.invalidateQueries({ queryKey: ['contacts'] });
    },
    onError: toastFailure,
  });
  if (isMissing(message.error)) return <NotFound />;
  const { data } = message;
  const name = data ? `${data.first_name} ${data.last_name}` : 'Message';
  return (
    <div className="page">
      <PageHeader
        title={name}
        documentTitle="Message"
        crumbs={[{ label: 'Messages', to: '/messages' }, { label: name }]}
        status={data ? <StatusTag tone={data.status === 'Done' ? 'done' : 'waiting'}>{data.status}</StatusTag> : null}
      >
        {data ? (
          <>
            <Button component="a" href={`mailto:${encodeURIComponent(data.email)}`} variant="default">
              Reply by email
            </Button>
            {data.status === 'Done' ? null : (
              <Button loading={done.isPending} onClick={() => done.mutate()}>
                Done
              </Button>
            )}
          </>
        ) : null}
      </PageHeader>
      <QueryStatus query={message} />
      {data ? (
        <div className={classes.column}>
          <FactList label="Sender">
            <Fact label="Email">{data.email}</Fact>
            <Fact label="Title">{data.title}</Fact>
            <Fact label="Company name">{data.company_name}</Fact>
            <Fact label="Created">{formatMoment(data.created_at)}</Fact>
            {data.done_at ? (
              <Fact label="Done" aside={data.done_by ? `by ${data.done_by}` : null}>
                {formatMoment(data.done_at)}
              </Fact>
            ) : null}
          </FactList>
          <Part title="Message">
            <p className={classes.text}>
              <ShownText text={data.message} />
            </p>
          </Part>
        </div>
      ) : null}
    </div>
  );
}
