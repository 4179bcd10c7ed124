import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type SsoConnection, type SsoMessage, ssoConnections } from '@incisive/contract/single-sign-on';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { Fact, Part } from '../../components/layout/facts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatInstant } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { Connection, Connections, MessageTable } from './connection.tsx';
import classes from './integrations.module.css';
import { ssoEventOf, ssoKey } from './sso-words.ts';
import { SsoForm } from './sso-form.tsx';

/** People sign in with the account that they have at their clinic. */
export function SingleSignOn() {
  const [adding, setAdding] = useState(false);
  const choosesTenant = useCan('tenants.manage');
  const list = useQuery({ queryKey: ssoKey, queryFn: ({ signal }) => call(ssoConnections.list, { signal }) });
  const active = list.data?.results.some(({ state }) => state === 'active') ?? false;
  const mayAdd = list.data !== undefined && (choosesTenant || !active);
  return (
    <Part title="Single sign-on" aside="OpenID Connect, at your clinic’s provider">
      <QueryStatus query={list} size="sm" />
      {adding ? <SsoForm onDone={() => setAdding(false)} onCancel={() => setAdding(false)} /> : null}
      {mayAdd && !adding ? (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          New single sign-on
        </Button>
      ) : null}
      {list.data && !(adding && list.data.results.length === 0) ? (
        <Connections
          all={list.data.results}
          one={(connection) => <One key={connection.id} connection={connection} />}
          none="None yet: everybody signs in by password."
        />
      ) : null}
    </Part>
  );
}

const rolesWords = (roles: SsoConnection['roles']): string =>
  roles.length === 0 ? 'stays as it is here' : roles.map(({ group, role }) => `${group}: ${role}`).join(', ');

function One({ connection }: { readonly connection: SsoConnection }) {
  const [editing, setEditing] = useState(false);
  const params = { id: connection.id };
  const { break_glass, last_error, last_message } = connection;
  return (
    <>
      <Connection
        of={{ ...connection, last_message: last_message ? { ...last_message, event: ssoEventOf(last_message.event) } : null }}
        queryKey={ssoKey}
        lastError={last_error ? last_error.reason : 'None'}
        test={() => call(ssoConnections.test, { params })}
        revoke={() => call(ssoConnections.revoke, { params })}
        revokeText={`Whoever signed in by ${connection.name} is signed out now, and signs in by password again. Are you sure?`}
        messages={<Messages connection={connection} />}
        acts={
          <Button size="xs" variant="default" aria-expanded={editing} onClick={() => setEditing(!editing)}>
            Edit
          </Button>
        }
      >
        <Fact label="People sign in at" aside="the redirect URI, for the provider">
          <span className={classes.secret}>{connection.sign_in_url}</span>
        </Fact>
        <Fact label="Sign-outs are told to" aside="the back-channel logout URI">
          <span className={classes.secret}>{connection.back_channel_url}</span>
        </Fact>
        <Fact label="Provider">
          <span className={classes.secret}>{connection.issuer}</span>
        </Fact>
        <Fact label="Client id">
          <span className={classes.secret}>{connection.client_id}</span>
        </Fact>
        <Fact label="Role" aside={connection.roles.length > 0 ? `from ${connection.groups_claim}` : null}>
          {rolesWords(connection.roles)}
        </Fact>
        <Fact label="Who is new">{connection.just_in_time ? 'gets an account' : 'stays outside until you make an account'}</Fact>
        <Fact label="Passwords">
          {connection.required ? `only for ${break_glass.map(({ username }) => username).join(', ')}` : 'still let people in'}
        </Fact>
        <Fact label="People">{connection.people === 1 ? '1 account' : `${connection.people} accounts`} signed in by it</Fact>
      </Connection>
      {editing ? <SsoForm connection={connection} onDone={() => setEditing(false)} onCancel={() => setEditing(false)} /> : null}
    </>
  );
}

function Messages({ connection }: { readonly connection: SsoConnection }) {
  const query = useQuery({
    queryKey: [...ssoKey, connection.id],
    queryFn: ({ signal }) => call(ssoConnections.messages, { params: { id: connection.id }, signal }),
  });
  return (
    <MessageTable<SsoMessage>
      name={connection.name}
      query={query}
      heads={['When', 'What', 'Outcome', 'User']}
      row={(message) => (
        <tr key={message.id}>
          <td>{formatInstant(message.at)}</td>
          <td>{ssoEventOf(message.event)}</td>
          <td>{message.outcome === 'done' ? 'Done' : `Refused. ${message.reason ?? ''}`}</td>
          <td>{message.username ?? 'Nobody known'}</td>
        </tr>
      )}
    />
  );
}
