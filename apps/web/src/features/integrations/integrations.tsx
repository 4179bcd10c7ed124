import { useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { integrations } from '@incisive/contract/integrations';
import type { ApiClient } from '@incisive/contract/integrations';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { useRole } from '../../lib/session/profile.ts';
import { eventOf, reasonIn } from './integration-words.ts';
import classes from './integrations.module.css';
import { NewClient } from './new-client.tsx';
import { SecretOnce, type ShownSecret } from './secret-once.tsx';
import { Webhooks } from './webhooks.tsx';

const queryKey = ['integrations'];
/** /integrations: what other systems may send and fetch, and what was heard of them. */
export function Integrations() {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const overview = useQuery({ queryKey, queryFn: ({ signal }) => call(integrations.list, { signal }) });
  return (
    <div className="page">
      <PageHeader title="Integrations" crumbs={[{ label: 'Integrations' }]}>
        {adding ? null : (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            New API client
          </Button>
        )}
      </PageHeader>
      <p className="dialog-text">
        Other systems send notes and fetch finished claims as API clients. Each belongs to one tenant, does only what you allow,
        and stands in the audit log under its own name. None can connect until you set it up. Webhooks tell other systems of new
        notes and finished cases.
      </p>
      {adding ? (
        <NewClient
          onCancel={() => setAdding(false)}
          onMade={(client, secret) => {
            setAdding(false);
            setShown(secret === null ? null : { name: client.name, clientId: client.id, secret });
          }}
        />
      ) : null}
      {shown ? <SecretOnce {...shown} onDone={() => setShown(null)} /> : null}
      {overview.isPending ? <Loader aria-label="Loading" /> : null}
      {overview.error ? <FailureNote error={overview.error} onRetry={() => void overview.refetch()} /> : null}
      {overview.data ? (
        <>
          <Part title="Addresses" aside="what the other side asks for">
            <FactList label="Addresses">
              <Fact label="FHIR R4">{overview.data.addresses.fhir}</Fact>
              <Fact label="Tokens">{overview.data.addresses.token}</Fact>
            </FactList>
          </Part>
          <Part title="API clients">
            {overview.data.clients.length === 0 ? <p className={classes.quiet}>None yet.</p> : null}
            {overview.data.clients.map((client) => (
              <Client
                key={client.id}
                client={client}
                onSecret={(secret) => setShown({ name: client.name, clientId: client.id, secret })}
              />
            ))}
          </Part>
          <Webhooks />
        </>
      ) : null}
    </div>
  );
}

const waysShown: Readonly<Record<ApiClient['method'], string>> = {
  secret: 'By a secret',
  jwks: 'By its own key, pasted',
  jwks_url: 'By its own key, from its address',
};

function Client({ client, onSecret }: { readonly client: ApiClient; readonly onSecret: (secret: string) => void }) {
  const queries = useQueryClient();
  const superAdmin = useRole() === 'SuperAdmin';
  const [asking, setAsking] = useState(false);
  const [open, setOpen] = useState(false);
  const settle = { onError: toastFailure, onSettled: () => queries.invalidateQueries({ queryKey }) };
  const params = { id: client.id };
  const test = useMutation({ mutationFn: () => call(integrations.testClient, { params }), ...settle });
  const rotate = useMutation({
    mutationFn: () => call(integrations.rotateClient, { params }),
    onSuccess: ({ client_secret }) => onSecret(client_secret),
    ...settle,
  });
  const revoke = useMutation({ mutationFn: () => call(integrations.revokeClient, { params }), ...settle });
  const { last_message, last_error } = client;
  return (
    <section className={classes.client} aria-label={client.name}>
      <h3>
        {client.name}
        <StatusTag tone={client.state === 'active' ? 'done' : 'off'}>
          {client.state === 'active' ? 'Active' : 'Revoked'}
        </StatusTag>
      </h3>
      <FactList>
        {superAdmin ? <Fact label="Tenant">{client.tenant.name}</Fact> : null}
        <Fact label="Client id">{client.id}</Fact>
        <Fact label="Shows who it is" aside={client.jwks_url}>
          {waysShown[client.method]}
        </Fact>
        <Fact label="May do">{client.scopes.join(', ')}</Fact>
        <Fact
          label="Set up"
          aside={client.revoked_at ? `Revoked ${formatDate(client.revoked_at)} by ${client.revoked_by ?? ''}` : null}
        >
          {formatDate(client.created_at)} by {client.created_by}
        </Fact>
        <Fact label="Last message" aside={last_message ? formatDate(last_message.at) : null}>
          {last_message ? eventOf(last_message.event) : 'None yet'}
        </Fact>
        <Fact label="Last error" aside={last_error ? formatDate(last_error.at) : null}>
          {last_error ? `${eventOf(last_error.event)}. ${reasonIn(last_error.reason)}` : 'None'}
        </Fact>
      </FactList>
      <div className={classes.acts}>
        <Button size="xs" variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
        <Button size="xs" variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          Messages
        </Button>
        {client.state === 'active' && client.method === 'secret' ? (
          <Button size="xs" variant="default" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            New secret
          </Button>
        ) : null}
        {client.state === 'active' ? (
          <Button size="xs" variant="default" color="red" onClick={() => setAsking(true)}>
            Revoke
          </Button>
        ) : null}
      </div>
      <output className={classes.quiet}>{test.data ? test.data.words : ''}</output>
      {open ? <Messages client={client} /> : null}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await revoke.mutateAsync();
        }}
        text={`${client.name} is refused from this moment, for good. Are you sure?`}
      />
    </section>
  );
}

/** The last messages: ids and outcomes, no text. */
function Messages({ client }: { readonly client: ApiClient }) {
  const messages = useQuery({
    queryKey: [...queryKey, client.id],
    queryFn: ({ signal }) => call(integrations.messages, { params: { id: client.id }, signal }),
  });
  if (messages.isPending) return <Loader size="sm" aria-label="Loading" />;
  if (messages.error) return <FailureNote error={messages.error} onRetry={() => void messages.refetch()} />;
  if (messages.data.results.length === 0) return <p className={classes.quiet}>No messages yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
    <section className={classes.tableBox} tabIndex={0} aria-label={`Messages of ${client.name}`}>
      <table className={classes.table}>
        <TableHeads names={['When', 'What', 'Outcome', 'Ids']} />
        <tbody>
          {messages.data.results.map((message) => (
            <tr key={message.id}>
              <td>{formatInstant(message.at)}</td>
              <td>{eventOf(message.event)}</td>
              <td>{message.outcome === 'success' ? 'Done' : reasonIn(message.reason) || 'Refused'}</td>
              <td className={classes.secret}>{message.entity.slice(0, 3).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
