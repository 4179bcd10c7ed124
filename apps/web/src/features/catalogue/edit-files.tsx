import { useState } from 'react';
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type EditFile, editFiles, editKinds, editKindWords, needsCptLicense } from '@incisive/contract/edit-files';
import { limits } from '@incisive/contract/limits';
import { DropZone } from '../../components/form/drop-zone.tsx';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { TableHeads } from '../../components/layout/table-heads.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { formatDate, formatDay } from '../../lib/dates.ts';
import { useCan } from '../../lib/session/profile.ts';
import { upload } from '../../lib/api/upload.ts';
import classes from './edit-files.module.css';

const queryKey = ['edit-files'];
const askEveryMs = 1000;
const isAtWork = (file: EditFile): boolean => file.state === 'waiting' || file.state === 'running';
const number = (value: number): string => value.toLocaleString('en-US');

/** /cptcodes/edit-files: the published files that claims are checked against, and those on their way in. */
export function EditFiles() {
  const manages = useCan('edits.manage');
  const files = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(editFiles.list, { signal }),
    refetchInterval: ({ state }) => (state.data?.results.some(isAtWork) ? askEveryMs : false),
  });
  const results = files.data?.results ?? [];
  return (
    <div className="page">
      <PageHeader title="Edit files" crumbs={[{ label: 'CPT codes', to: '/cptcodes' }, { label: 'Edit files' }]} />
      <p className="dialog-text">
        Claims are checked against files that CMS and the CDC publish. Incisive ships none of them: download them, and send them
        here as they are, plain or zipped. A file counts only once you have seen what it changes.
      </p>
      {manages ? <SendFile /> : null}
      {files.error ? <FailureNote error={files.error} onRetry={() => void files.refetch()} /> : null}
      <div aria-live="polite">
        {results
          .filter((file) => file.state !== 'active' && file.state !== 'replaced')
          .map((file) => (
            <Incoming key={file.id} file={file} manages={manages} />
          ))}
      </div>
      {files.data ? <InForce files={results} covered={files.data.covered} /> : null}
    </div>
  );
}

function SendFile() {
  const queries = useQueryClient();
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        setShare(0);
        await upload(editFiles.upload, { file, onProgress: setShare });
      }
    },
    onError: (error) => setProblem(messageOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <div className="form-column">
      <DropZone
        maxSize={limits.editFileBytes}
        multiple
        busy={send.isPending}
        onDrop={(chosen) => {
          setProblem(undefined);
          send.mutate(chosen);
        }}
        onReject={(refused) => setProblem(`Can’t send ${refused[0]?.file.name ?? 'the file'}: it is larger than 64 MB.`)}
        aria-label="Choose published files"
        invitation="Drop published files here, or choose them"
        limit="As they were downloaded: .zip, .txt, .csv, up to 64 MB each"
      />
      {send.isPending ? <Progress value={share * 100} aria-label="Sending the file" /> : null}
      {problem ? <FailureNote>{problem}</FailureNote> : null}
    </div>
  );
}

const titleOf = (file: EditFile): string =>
  file.kind === null
    ? file.filename
    : `${editKindWords[file.kind].name} ${file.release ?? ''}${file.part > 0 ? `, file ${String(file.part)}` : ''}`;

function Incoming({ file, manages }: { readonly file: EditFile; readonly manages: boolean }) {
  const queries = useQueryClient();
  const [licensed, setLicensed] = useState(false);
  const settle = {
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  };
  const take = useMutation({
    mutationFn: () => call(editFiles.take, { params: { id: file.id }, body: { license: true } }),
    ...settle,
  });
  const drop = useMutation({ mutationFn: () => call(editFiles.remove, { params: { id: file.id } }), ...settle });
  const asks = file.kind !== null && needsCptLicense(file.kind);
  return (
    <section className={classes.incoming} aria-label={titleOf(file)} data-state={file.state}>
      <h2>{titleOf(file)}</h2>
      <p className={classes.quiet}>
        {file.filename}, {number(Math.ceil(file.bytes / 1000))} kB, sent {formatDate(file.created_at)} by {file.created_by}
      </p>
      {isAtWork(file) ? (
        <>
          <Progress value={file.progress * 100} aria-label={`Reading ${file.filename}`} striped animated />
          <p className={classes.quiet}>You can leave this page; reading goes on, also over a restart of the server.</p>
        </>
      ) : null}
      {file.state === 'failed' ? <FailureNote>{file.failure ?? 'The file could not be read. Send it again.'}</FailureNote> : null}
      {file.state === 'preview' ? <Preview file={file} /> : null}
      {manages && file.state === 'preview' && asks ? (
        <label className={classes.license}>
          <input type="checkbox" checked={licensed} onChange={(event) => setLicensed(event.currentTarget.checked)} /> Our
          organization holds a CPT license of the American Medical Association
        </label>
      ) : null}
      {manages && !isAtWork(file) ? (
        <div className={classes.acts}>
          {file.state === 'preview' ? (
            <Button size="xs" disabled={asks && !licensed} loading={take.isPending} onClick={() => take.mutate()}>
              Use this file
            </Button>
          ) : null}
          <Button size="xs" variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
            Dismiss
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** What taking the file would change, before it counts. */
function Preview({ file }: { readonly file: EditFile }) {
  const { preview } = file;
  if (!preview) return null;
  const fewer = preview.rows_before !== null && file.rows < preview.rows_before * 0.8;
  return (
    <>
      <p>
        {number(file.rows)} rows, {number(file.refused)} refused, valid {formatDay(file.valid_from ?? '')} to{' '}
        {formatDay(file.valid_to ?? '')}.{' '}
        {preview.before === null
          ? 'The first of its kind.'
          : `In force now: ${preview.before}, ${number(preview.rows_before ?? 0)} rows.`}
      </p>
      {fewer ? <FailureNote>Far fewer rows than the file in force. It may have been cut.</FailureNote> : null}
      <p>
        {preview.changed === 0
          ? `Nothing changes for the ${number(preview.codes_in_use)} codes approved in the last 90 days.`
          : `${number(preview.changed)} of the ${number(preview.codes_in_use)} codes approved in the last 90 days change:`}
      </p>
      {preview.changes.length > 0 ? (
        <ul className={classes.changes}>
          {preview.changes.map(({ code, what }) => (
            <li key={code}>
              <code>{code}</code> {what}
            </li>
          ))}
        </ul>
      ) : null}
      {preview.cases_changed > 0 ? (
        <>
          <p>
            {number(preview.cases_changed)} open {preview.cases_changed === 1 ? 'claim' : 'claims'} of days that this file covers:
          </p>
          <ul className={classes.changes}>
            {preview.cases.map(({ note_id: note, codes }) => (
              <li key={note}>
                <Link to="/opnotes/$id" params={{ id: note }}>
                  {note.slice(0, 8)}
                </Link>{' '}
                {codes.join(', ')}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

const validOf = (file: EditFile): string => `${formatDay(file.valid_from ?? '')} to ${formatDay(file.valid_to ?? '')}`;

function InForce({
  files,
  covered,
}: {
  readonly files: readonly EditFile[];
  readonly covered: Readonly<Record<string, boolean>>;
}) {
  return (
    <div className={classes.tableBox}>
      <table className={classes.table}>
        <caption className="visually-hidden">Files in force</caption>
        <TableHeads names={['Kind', 'In force', 'Valid', 'Rows', 'Today']} />
        <tbody>
          {editKinds.map((kind) => {
            const active = files
              .filter((file) => file.state === 'active' && file.kind === kind)
              .toSorted((a, b) => (b.valid_to ?? '').localeCompare(a.valid_to ?? '') || a.part - b.part);
            return (
              <tr key={kind}>
                <th scope="row">
                  {editKindWords[kind].name}
                  <span className={`${classes.quiet ?? ''} ${classes.files ?? ''}`}>
                    {editKindWords[kind].file}, {editKindWords[kind].often}
                  </span>
                </th>
                <td data-label="In force">
                  {active.map((file) => `${file.release ?? ''}${file.part > 0 ? ` f${String(file.part)}` : ''}`).join(', ') ||
                    'None'}
                </td>
                <td data-label="Valid">{[...new Set(active.map(validOf))].join(', ')}</td>
                <td data-label="Rows">{active.length > 0 ? number(active.reduce((sum, file) => sum + file.rows, 0)) : ''}</td>
                <td data-label="Today">{covered[kind] ? 'Checked' : 'Not checked'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
