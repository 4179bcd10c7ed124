import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Webhook, type WebhookMessage, webhooks } from '@incisive/contract/webhooks';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { Fact, Part } from '../../components/layout/facts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatInstant } from '../../lib/dates.ts';
import { Connection, Connections, MessageTable } from './connection.tsx';
import { eventOf } from './integration-words.ts';
import classes from './integrations.module.css';
import { NewWebhook } from './new-webhook.tsx';
import { SecretOnce, type ShownSecret } from './secret-once.tsx';
import { webhooksKey } from './webhooks-key.ts';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

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
      <QueryStatus query={list} size="sm" />
      {list.data?.results.some(({ subscription }) => subscription) ? (
        <p className={classes.quiet}>FHIR subscriptions are set up by API clients themselves, and stand here with the others.</p>
      ) : null}
      {list.data ? (
        <Connections
          all={list.data.results}
          one={(webhook) => (
            <Hook key={webhook.id} webhook={webhook} onSecret={(secret) => setShown({ name: webhook.name, secret })} />
          )}
        />
      ) : null}
    </Part>
  );
}

/** How a subscription stands, in plain words. */
const standings: Readonly<Record<NonNullable<Webhook['subscription']>['status'], string>> = {
  requested: 'Waits for the answer to its first message',
  active: 'Active',
  error: 'Its newest message was not taken',
  off: 'Ended',
};
const saysOf = ({ subscription, with_text }: Webhook): string => {
  if (subscription?.content === 'empty') return 'that there is one, not which';
  return with_text ? 'with the text of the note' : 'ids alone';
};

function Hook({ webhook, onSecret }: { readonly webhook: Webhook; readonly onSecret: (secret: string) => void }) {
  const params = { id: webhook.id };
  const { subscription } = webhook;
  return (
    <Connection
      of={webhook}
      queryKey={webhooksKey}
      lastError={webhook.last_error ? webhook.last_error.reason : 'None'}
      test={() => call(webhooks.test, { params })}
      rotate={subscription ? undefined : async () => onSecret((await call(webhooks.rotate, { params })).secret)}
      revoke={() => call(webhooks.revoke, { params })}
      revokeText={`${webhook.name} is told nothing from this moment, for good. Are you sure?`}
      messages={<Messages webhook={webhook} />}
      after={
        <>
          <Fact label="Waiting">{webhook.waiting}</Fact>
          <Fact
            label="Given up"
            aside={webhook.dead > 0 && webhook.state === 'active' ? 'under Messages, where each can be sent again' : null}
          >
            {webhook.dead}
          </Fact>
        </>
      }
    >
      <Fact label="Address">
        <span className={classes.secret}>{webhook.url}</span>
      </Fact>
      {subscription ? (
        <>
          <Fact label="Kind" aside={subscription.client ? `asked for by ${subscription.client.name}` : null}>
            FHIR subscription
          </Fact>
          <Fact label="Stands">{standings[subscription.status]}</Fact>
        </>
      ) : null}
      <Fact label="Is told" aside={saysOf(webhook)}>
        {webhook.events.map(eventOf).join(', ')}
      </Fact>
    </Connection>
  );
}

const outcomeOf = ({ state, reason, next_attempt_at }: WebhookMessage): string => {
  if (state === 'delivered') return 'Taken';
  if (state === 'dead') return `Given up. ${reason ?? ''}`;
  return reason === null || next_attempt_at === null ? 'Waiting' : `${reason} Next try ${formatInstant(next_attempt_at)}`;
};

/** What was given up, or taken and lost, is sent again by hand. */
function Messages({ webhook }: { readonly webhook: Webhook }) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [...webhooksKey, webhook.id],
    queryFn: ({ signal }) => call(webhooks.messages, { params: { id: webhook.id }, signal }),
  });
  const replay = useMutation({
    mutationFn: (id: string) => call(webhooks.replay, { params: { id } }),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: webhooksKey }),
  });
  return (
    <MessageTable
      name={webhook.name}
      query={query}
      heads={['When', 'What', 'Outcome', 'Note', 'Tries', 'Act']}
      row={(message) => (
        <tr key={message.id}>
          <td>{formatInstant(message.at)}</td>
          <td>{eventOf(message.event)}</td>
          <td>{outcomeOf(message)}</td>
          <td className={classes.secret}>{message.note_id ?? 'None'}</td>
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
      )}
    />
  );
}
