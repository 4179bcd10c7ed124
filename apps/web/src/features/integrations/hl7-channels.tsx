import { useState } from 'react';
import { Button, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { object } from 'zod/mini';
import { tenantName } from '@incisive/contract/fields';
import { type Hl7Channel, type Hl7Message, hl7Channels } from '@incisive/contract/hl7-channels';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { SubmitRow } from '../../components/form/submit-row.tsx';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatInstant } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { Connection, Connections, MessageTable } from './connection.tsx';
import { BindCertificate } from './hl7-certificate.tsx';
import { hl7Key } from './hl7-key.ts';
import classes from './integrations.module.css';
import { SecretOnce, type ShownSecret } from './secret-once.tsx';
import { NameAndTenant } from './tenant-field.tsx';

const outcomes: Readonly<Record<Hl7Message['outcome'], string>> = {
  taken: 'Note taken',
  updated: 'New version of a note taken',
  known: 'Here already',
  refused: 'Refused',
};

/** Documents that the clinic's record system sends over HL7 v2. */
export function Hl7Channels() {
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const list = useQuery({ queryKey: hl7Key, queryFn: ({ signal }) => call(hl7Channels.list, { signal }) });
  return (
    <Part title="HL7 v2" aside="documents from a record system">
      {shown ? <SecretOnce {...shown} called="Key for MSH-6" onDone={() => setShown(null)} /> : null}
      {list.data?.address === null ? (
        <p className={classes.quiet}>No messages are taken here: the operator has not opened a port for them (HL7_PORT).</p>
      ) : null}
      {adding ? (
        <NewChannel
          onCancel={() => setAdding(false)}
          onMade={(name, secret) => {
            setAdding(false);
            setShown({ name, secret });
          }}
        />
      ) : (
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          New HL7 channel
        </Button>
      )}
      <QueryStatus query={list} size="sm" />
      {list.data?.address ? (
        <FactList label="HL7 address">
          <Fact label="Address" aside="MDM^T02, T04, T08, T10 and ORU^R01">
            <span className={classes.secret}>{list.data.address}</span>
          </Fact>
        </FactList>
      ) : null}
      {list.data ? (
        <Connections
          all={list.data.results}
          one={(channel) => (
            <Channel
              key={channel.id}
              channel={channel}
              byTls={channel.certificate !== null || list.data.address?.startsWith('mllps:') === true}
              onKey={(secret) => setShown({ name: channel.name, secret })}
            />
          )}
        />
      ) : null}
    </Part>
  );
}

const schema = object({ name: tenantName });

function NewChannel({
  onMade,
  onCancel,
}: {
  readonly onMade: (name: string, key: string) => void;
  readonly onCancel: () => void;
}) {
  const queries = useQueryClient();
  const choosesTenant = useCan('tenants.manage');
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { name: '', tenant: '' },
    extra: ({ tenant }) => (choosesTenant && tenant === '' ? { tenant: 'Choose a tenant' } : {}),
    submit: async ({ name, tenant }) => {
      const made = await call(hl7Channels.create, { body: { name: name.trim(), ...(choosesTenant ? { tenant } : {}) } });
      await queries.invalidateQueries({ queryKey: hl7Key });
      onMade(made.name, made.key);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className="form-column" aria-label="New HL7 channel">
      <NameAndTenant description="The system that will send" fieldOf={(name) => form.getInputProps(name)} />
      {failure ? <FailureNote error={failure} /> : null}
      <SubmitRow submitting={form.submitting} onCancel={onCancel} />
    </form>
  );
}

/** Who may speak for it beside the key, in plain words. */
const certificateWords = ({ certificate }: Hl7Channel): string => {
  if (certificate === null) return 'any that your authority signed';
  return certificate.length === 64 ? `only the one with SHA-256 ${certificate}` : `only that of ${certificate}`;
};

function Channel({
  channel,
  byTls,
  onKey,
}: {
  readonly channel: Hl7Channel;
  readonly byTls: boolean;
  readonly onKey: (key: string) => void;
}) {
  const [binding, setBinding] = useState(false);
  const params = { id: channel.id };
  const { last_certificate: last } = channel;
  return (
    <>
      <Connection
        of={channel}
        queryKey={hl7Key}
        lastError={channel.last_error ? channel.last_error.reason : 'None'}
        test={() => call(hl7Channels.test, { params, body: {} })}
        rotate={async () => onKey((await call(hl7Channels.rotate, { params })).key)}
        revoke={() => call(hl7Channels.revoke, { params })}
        revokeText={`Messages of ${channel.name} are refused from this moment, for good. Are you sure?`}
        messages={
          <>
            <TryMessage channel={channel} />
            <Messages channel={channel} />
          </>
        }
        acts={
          byTls ? (
            <Button size="xs" variant="default" aria-expanded={binding} onClick={() => setBinding(!binding)}>
              Certificate
            </Button>
          ) : null
        }
      >
        <Fact label="Known by" aside="shown once, when it is made">
          the key in MSH-6
        </Fact>
        {byTls ? (
          <Fact
            label="Certificate"
            aside={last ? `the last was ${last.name || 'without a name'}, SHA-256 ${last.fingerprint}` : null}
          >
            {certificateWords(channel)}
          </Fact>
        ) : null}
      </Connection>
      {binding && channel.state === 'active' ? <BindCertificate channel={channel} onDone={() => setBinding(false)} /> : null}
    </>
  );
}

/** A message as the other side would send it: what would become of it is told, and nothing is kept. */
function TryMessage({ channel }: { readonly channel: Hl7Channel }) {
  const [message, setMessage] = useState('');
  const trying = useMutation({
    mutationFn: () => call(hl7Channels.test, { params: { id: channel.id }, body: { message } }),
    onError: toastFailure,
  });
  if (channel.state === 'revoked') return null;
  return (
    <div className="form-column">
      <Textarea
        label="Try a message"
        description="Nothing of it is stored."
        placeholder="MSH|^~\\&|…"
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        value={message}
        onChange={({ currentTarget: { value } }) => setMessage(value)}
      />
      <div className={classes.acts}>
        <Button
          size="xs"
          variant="default"
          disabled={message.trim() === ''}
          loading={trying.isPending}
          onClick={() => trying.mutate()}
        >
          Try it
        </Button>
      </div>
      <output className={classes.quiet}>{trying.data ? trying.data.words : ''}</output>
    </div>
  );
}

/** What became of each message, by its number and the fingerprint of its bytes. */
function Messages({ channel }: { readonly channel: Hl7Channel }) {
  const query = useQuery({
    queryKey: [...hl7Key, channel.id],
    queryFn: ({ signal }) => call(hl7Channels.messages, { params: { id: channel.id }, signal }),
  });
  return (
    <MessageTable
      name={channel.name}
      query={query}
      heads={['When', 'What', 'Number', 'Outcome', 'Note']}
      row={(message) => (
        <tr key={message.id}>
          <td>{formatInstant(message.at)}</td>
          <td>{message.event}</td>
          <td className={classes.secret}>{message.control_id}</td>
          <td>{message.reason ? `${outcomes.refused}. ${message.reason}` : outcomes[message.outcome]}</td>
          <td className={classes.secret}>{message.note_id ?? 'None'}</td>
        </tr>
      )}
    />
  );
}
