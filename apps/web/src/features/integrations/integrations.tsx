import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { integrations } from '@incisive/contract/integrations';
import type { ApiClient } from '@incisive/contract/integrations';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { call } from '../../lib/api/call.ts';
import { formatInstant } from '../../lib/dates.ts';
import { Connection, Connections, MessageTable } from './connection.tsx';
import { DropFolders } from './drop-folders.tsx';
import { Hl7Channels } from './hl7-channels.tsx';
import { eventOf, reasonIn } from './integration-words.ts';
import classes from './integrations.module.css';
import { NewClient } from './new-client.tsx';
import { SecretOnce, type ShownSecret } from './secret-once.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { Webhooks } from './webhooks.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

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
        and stands in the audit log under its own name. None can connect until you set it up. HL7 channels and a drop folder take
        documents and files. Webhooks tell other systems of new notes and finished cases. Single sign-on lets your people sign in
        with the accounts that they have at your clinic.
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
      <QueryStatus query={overview} />
      {overview.data ? (
        <>
          <Part title="Addresses" aside="what the other side asks for">
            <FactList label="Addresses">
              <Fact label="FHIR R4">{overview.data.addresses.fhir}</Fact>
              <Fact label="Tokens">{overview.data.addresses.token}</Fact>
            </FactList>
          </Part>
          <Part title="API clients">
            <Connections
              all={overview.data.clients}
              one={(client) => (
                <Client
                  key={client.id}
                  client={client}
                  onSecret={(secret) => setShown({ name: client.name, clientId: client.id, secret })}
                />
              )}
            />
          </Part>
          <Hl7Channels />
          <DropFolders />
          <Webhooks />
          <SingleSignOn />
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
  const params = { id: client.id };
  const { last_error } = client;
  return (
    <Connection
      of={client}
      queryKey={queryKey}
      lastError={last_error ? `${eventOf(last_error.event)}. ${reasonIn(last_error.reason)}` : 'None'}
      test={() => call(integrations.testClient, { params })}
      rotate={
        client.method === 'secret'
          ? async () => onSecret((await call(integrations.rotateClient, { params })).client_secret)
          : undefined
      }
      revoke={() => call(integrations.revokeClient, { params })}
      revokeText={`${client.name} is refused from this moment, for good. Are you sure?`}
      messages={<Messages client={client} />}
    >
      <Fact label="Client id">{client.id}</Fact>
      <Fact label="Shows who it is" aside={client.jwks_url}>
        {waysShown[client.method]}
      </Fact>
      <Fact label="May do">{client.scopes.join(', ')}</Fact>
    </Connection>
  );
}

function Messages({ client }: { readonly client: ApiClient }) {
  const query = useQuery({
    queryKey: [...queryKey, client.id],
    queryFn: ({ signal }) => call(integrations.messages, { params: { id: client.id }, signal }),
  });
  return (
    <MessageTable
      name={client.name}
      query={query}
      heads={['When', 'What', 'Outcome', 'Ids']}
      row={(message) => (
        <tr key={message.id}>
          <td>{formatInstant(message.at)}</td>
          <td>{eventOf(message.event)}</td>
          <td>{message.outcome === 'success' ? 'Done' : reasonIn(message.reason) || 'Refused'}</td>
          <td className={classes.secret}>{message.entity.slice(0, 3).join(' ')}</td>
        </tr>
      )}
    />
  );
}
