import { useState } from 'react';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DropFile, type DropFolder, dropFolders } from '@incisive/contract/drop-folders';
import { StatusTag } from '../../components/feedback/status-tag.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { Fact, FactList, Part } from '../../components/layout/facts.tsx';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatInstant } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { MessageTable, TestAndMessages } from './connection.tsx';
import { reasonIn } from './integration-words.ts';
import classes from './integrations.module.css';
import { TenantField } from './tenant-field.tsx';
import { QueryStatus } from '../../components/feedback/query-status.tsx';

const queryKey = ['drop-folders'];

const outcomes: Readonly<Record<DropFile['outcome'], string>> = {
  taken: 'Note taken',
  known: 'Here already',
  refused: 'Refused',
};

/** Files that another system leaves for the server. */
export function DropFolders() {
  const list = useQuery({ queryKey, queryFn: ({ signal }) => call(dropFolders.list, { signal }) });
  const choosesTenant = useCan('tenants.manage');
  return (
    <Part title="Drop folder" aside="files from another system">
      <QueryStatus query={list} size="sm" />
      {list.data && !list.data.served ? (
        <p className={classes.quiet}>No files are read here: the operator has not named a folder for them (DROP_DIR).</p>
      ) : null}
      {list.data && (choosesTenant || list.data.results.length === 0) ? <TurnOn choosesTenant={choosesTenant} /> : null}
      {list.data?.results.map((folder) => (
        <Folder key={folder.id} folder={folder} choosesTenant={choosesTenant} />
      ))}
    </Part>
  );
}

function useSwitch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { tenant?: string; active: boolean }) => call(dropFolders.change, { body }),
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Off until somebody says so, for a tenant that never had one. */
function TurnOn({ choosesTenant }: { readonly choosesTenant: boolean }) {
  const [tenant, setTenant] = useState('');
  const [asking, setAsking] = useState(false);
  const turning = useSwitch();
  if (choosesTenant && !asking)
    return (
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        Turn on for a tenant
      </Button>
    );
  return (
    <div className={classes.acts}>
      {choosesTenant ? (
        <TenantField
          label="Tenant of the drop folder"
          value={tenant}
          onChange={({ currentTarget: { value } }) => setTenant(value)}
        />
      ) : (
        <p className={classes.quiet}>Off. Nothing is read.</p>
      )}
      <Button
        size={choosesTenant ? 'sm' : 'xs'}
        variant="default"
        disabled={choosesTenant && tenant === ''}
        loading={turning.isPending}
        onClick={() =>
          turning.mutate({ active: true, ...(choosesTenant ? { tenant } : {}) }, { onSuccess: () => setAsking(false) })
        }
      >
        Turn on
      </Button>
    </div>
  );
}

const whatWentWrong = ({ problem, last_error }: DropFolder): string =>
  problem ?? (last_error ? reasonIn(last_error.reason) : 'None');

function Folder({ folder, choosesTenant }: { readonly folder: DropFolder; readonly choosesTenant: boolean }) {
  const [open, setOpen] = useState(false);
  const turning = useSwitch();
  const testing = useMutation({
    mutationFn: () => call(dropFolders.test, { params: { id: folder.id } }),
    onError: toastFailure,
  });
  const name = `Drop folder of ${folder.tenant.name}`;
  return (
    <section className={classes.client} aria-label={name}>
      <h3>
        {name}
        <StatusTag tone={folder.active ? (folder.problem ? 'trouble' : 'done') : 'off'}>
          {folder.active ? (folder.problem ? 'Stuck' : 'On') : 'Off'}
        </StatusTag>
      </h3>
      <FactList>
        <Fact label="Folder" aside="within the one that the operator named">
          <span className={classes.secret}>{folder.folder}</span>
        </Fact>
        <Fact label={folder.active ? 'Turned on' : 'Turned off'}>
          {formatDate(folder.changed_at)} by {folder.changed_by}
        </Fact>
        <Fact label="Looked at">{folder.looked_at ? formatInstant(folder.looked_at) : 'Not yet'}</Fact>
        <Fact label="Last file" aside={folder.last_file ? formatInstant(folder.last_file.at) : null}>
          {folder.last_file ? outcomes[folder.last_file.outcome] : 'None yet'}
        </Fact>
        <Fact label="Last error" aside={!folder.problem && folder.last_error ? formatInstant(folder.last_error.at) : null}>
          {whatWentWrong(folder)}
        </Fact>
      </FactList>
      <div className={classes.acts}>
        <TestAndMessages testing={testing} open={open} setOpen={setOpen} />
        <Button
          size="xs"
          variant="default"
          loading={turning.isPending}
          onClick={() => turning.mutate({ active: !folder.active, ...(choosesTenant ? { tenant: folder.tenant.id } : {}) })}
        >
          {folder.active ? 'Turn off' : 'Turn on'}
        </Button>
      </div>
      <output className={classes.quiet}>{testing.data ? testing.data.words : ''}</output>
      {open ? <Messages folder={folder} name={name} /> : null}
    </section>
  );
}

/** What became of each file, told by the fingerprint of its bytes: a file's name may name a patient. */
function Messages({ folder, name }: { readonly folder: DropFolder; readonly name: string }) {
  const query = useQuery({
    queryKey: [...queryKey, folder.id],
    queryFn: ({ signal }) => call(dropFolders.messages, { params: { id: folder.id }, signal }),
  });
  return (
    <MessageTable
      name={name}
      query={query}
      heads={['When', 'Outcome', 'Note', 'Fingerprint of the file']}
      row={(file) => (
        <tr key={file.id}>
          <td>{formatInstant(file.at)}</td>
          <td>{file.outcome === 'refused' ? reasonIn(file.reason) : outcomes[file.outcome]}</td>
          <td className={classes.secret}>{file.note_id ?? 'None'}</td>
          <td className={classes.secret}>{file.sha256 ? file.sha256.slice(0, 16) : 'Not read'}</td>
        </tr>
      )}
    />
  );
}
