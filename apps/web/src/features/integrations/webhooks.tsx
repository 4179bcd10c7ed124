import { useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Webhook, type WebhookMessage, webhooks } from '@incisive/contract/webhooks';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { useRole } from '../../lib/session/profile.ts';
import { eventOf } from './integration-words.ts';
import classes from './integrations.module.css';
import { NewWebhook } from './new-webhook.tsx';
import { SecretOnce, type ShownSecret } from './secret-once.tsx';
import { webhooksKey } from './webhooks-key.ts';

/** Addresses that are told what happens to notes. */
export function Webhooks() {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const list = useQuery({ queryKey: webhooksKey, queryFn: ({ signal }) => call(webhooks.list, { signal }) });
  return (
    <Part title="Webhooks" aside="tell other systems as it happens">
      {shown ? <SecretOnce {...shown} onDone={() => setShown(null)} /> : null}
      {adding ? (
        <NewWebhook
          onCancel={() => setAdding(false)}
          onMade={({ name }, secret) => {
            setAdding(false);
            setShown({ name, secret });
          }}
        />
      ) : (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          New webhook
        </Button>
      )}
      {list.isPending ? <Loader size="sm" aria-label="Loading" /> : null}
      {list.error ? <FailureNote error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data?.results.length === 0 ? <p className={classes.quiet}>None yet.</p> : null}
      {list.data?.results.map((webhook) => (
        <Hook key={webhook.id} webhook={webhook} onSecret={(secret) => setShown({ name: webhook.name, secret })} />
      ))}
    </Part>
  );
}

function Hook({ webhook, onSecret }: { readonly webhook: Webhook; readonly onSecret: (secret: string) => void }) {
  const queries = useQueryClient();
  const superAdmin = useRole() === 'SuperAdmin';
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const settle = { onError: toastFailure, onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }) };
  const params = { id: webhook.id };
  const test = useMutation({ mutationFn: () => call(webhooks.test, { params }), ...settle });
  const rotate = useMutation({
    mutationFn: () => call(webhooks.rotate, { params }),
    onSuccess: ({ secret }) => onSecret(secret),
    ...settle,
  });
  const revoke = useMutation({ mutationFn: () => call(webhooks.revoke, { params }), ...settle });
  const { last_message, last_error } = webhook;
  const active = webhook.state === 'active';
  return (
    <section className={classes.client} aria-label={webhook.name}>
      <h3>
        {webhook.name}
        <StatusTag tone={active ? 'done' : 'off'}>{active ? 'Active' : 'Revoked'}</StatusTag>
      </h3>
      <FactList>
        {superAdmin ? <Fact label="Tenant">{webhook.tenant.name}</Fact> : null}
        <Fact label="Address">
          <span className={classes.secret}>{webhook.url}</span>
        </Fact>
        <Fact label="Is told" aside={webhook.with_text ? 'with the text of the note' : 'ids alone'}>
          {webhook.events.map(eventOf).join(', ')}
        </Fact>
        <Fact
          label="Set up"
          aside={webhook.revoked_at ? `Revoked ${formatDate(webhook.revoked_at)} by ${webhook.revoked_by ?? ''}` : null}
        >
          {formatDate(webhook.created_at)} by {webhook.created_by}
        </Fact>
        <Fact label="Last message" aside={last_message ? formatDate(last_message.at) : null}>
          {last_message ? eventOf(last_message.event) : 'None yet'}
        </Fact>
        <Fact label="Last error" aside={last_error ? formatDate(last_error.at) : null}>
          {last_error ? last_error.reason : 'None'}
        </Fact>
        <Fact label="Waiting">{webhook.waiting}</Fact>
        <Fact label="Given up" aside={webhook.dead > 0 ? 'under Messages, where each can be sent again' : null}>
          {webhook.dead}
        </Fact>
      </FactList>
      <div className={classes.acts}>
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          Messages
        </Button>
        {active ? (
          <>
            <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              New secret
            </Button>
            <Button size="xs" variant="default" color="red" onClick={() => setAsking(true)}>
              Revoke
            </Button>
          </>
        ) : null}
      </div>
      <output className={classes.quiet}>{test.data ? test.data.words : ''}</output>
      {open ? <Messages webhook={webhook} /> : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await revoke.mutateAsync();
        }}
        text={`${webhook.name} is told nothing from this moment, for good. Are you sure?`}
      />
    </section>
  );
}

const outcomeOf = ({ state, reason, next_attempt_at }: WebhookMessage): string => {
  if (state === 'delivered') return 'Taken';
  if (state === 'dead') return `Given up. ${reason ?? ''}`;
  return reason === null || next_attempt_at === null ? 'Waiting' : `${reason} Next try ${formatInstant(next_attempt_at)}`;
};

/** The last messages: ids and outcomes, no text. What was given up, or taken and lost, is sent again by hand. */
function Messages({ webhook }: { readonly webhook: Webhook }) {
  const queries = useQueryClient();
  const messages = useQuery({
    queryKey: [...webhooksKey, webhook.id],
    queryFn: ({ signal }) => call(webhooks.messages, { params: { id: webhook.id }, signal }),
  });
  const replay = useMutation({
    mutationFn: (id: string) => call(webhooks.replay, { params: { id } }),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
  if (messages.isPending) return <Loader size="sm" aria-label="Loading" />;
  if (messages.error) return <FailureNote error={messages.error} onRetry={() => void messages.refetch()} />;
  if (messages.data.results.length === 0) return <p className={classes.quiet}>No messages yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section className={classes.tableBox} tabIndex={0} aria-label={`Messages of ${webhook.name}`}>
      <table className={classes.table}>
        <TableHeads names={['When', 'What', 'Outcome', 'Note', 'Tries', 'Act']} />
        <tbody>
          {messages.data.results.map((message) => (
            <tr key={message.id}>
              <td>{formatInstant(message.at)}</td>
              <td>{eventOf(message.event)}</td>
              <td>{outcomeOf(message)}</td>
              <td className={classes.secret}>{message.note_id}</td>
              <td>{message.attempts}</td>
              <td>
                {webhook.state === 'active' ? (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Send ${message.id} again`}
                    onClick={() => replay.mutate(message.id)}
                  >
                    Send again
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
