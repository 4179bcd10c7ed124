import { useCallback, useEffect, useState } from 'react';
import { Button, Group, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { amaNotice, cptCodes } from '@incisive/contract/cpt-codes';
import type { ImportResult } from '@incisive/contract/cpt-codes';
import { limits } from '@incisive/contract/limits';
import { DropZone } from '../../components/form/drop-zone.tsx';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toastFailure } from '../../components/feedback/toasts.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { saveBlob } from '../../lib/api/download.ts';
import { upload } from '../../lib/api/upload.ts';
import classes from './catalogue.module.css';
import { TableHeads } from '../../components/layout/table-heads.tsx';

/**
 * /cptcodes/upload: one .txt file; counts and refused lines are shown, and the list returns after five seconds unless lines were
 * refused. A long import goes on as a job: its id stands in the address, so that a reload or a restart of the server loses nothing.
 */
export function CodeUpload({ job }: { readonly job?: string | undefined }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [share, setShare] = useState(0);
  const changed = useCallback(() => queries.invalidateQueries({ queryKey: ['cpt-codes'] }), [queries]);
  const send = useMutation({
    mutationFn: (chosen: File) => upload(cptCodes.upload, { file: chosen, onProgress: setShare }),
    onSuccess: async (answer) => {
      if ('job_id' in answer) await navigate({ to: '/cptcodes/upload', search: { job: answer.job_id }, replace: true });
      else await changed();
    },
    onError: toastFailure,
  });
  const progress = useImport(job, changed);
  const result = send.data && 'added' in send.data ? send.data : (progress.data?.result ?? undefined);
  const choose = (files: readonly File[]): void => {
    setProblem(undefined);
    send.reset();
    setShare(0);
    setFile(files[0]);
    if (job) void navigate({ to: '/cptcodes/upload', search: {}, replace: true });
  };
  const failed = progress.data?.state === 'failed';
  const unknown = progress.error instanceof ApiError && progress.error.code === 'not-found';
  const atWork = job !== undefined && !unknown && !failed && progress.data?.state !== 'done';
  const busy = send.isPending || atWork;
  return (
    <div className="page page-form">
      <PageHeader title="Upload CPT codes" crumbs={[{ label: 'CPT codes', to: '/cptcodes' }, { label: 'Upload' }]} />
      <div className="form-column">
        <p className="dialog-text">
          A .txt file of your licensed catalog: <code>code</code>, then a tab, comma or two spaces, then the description, or one
          of the AMA’s own layouts. Existing codes are updated; codes missing from the file stay.
        </p>
        <DropZone
          accept={{ 'text/plain': ['.txt'] }}
          maxSize={limits.uploadBytes}
          multiple={false}
          busy={busy}
          onDrop={choose}
          onReject={(refused) =>
            setProblem(
              `Can’t upload ${refused[0]?.file.name ?? 'the file'}. Save it as .txt, up to 5.12 MB; CSV lines can stay as they are.`,
            )
          }
          aria-label="Choose a .txt file"
          invitation={file ? file.name : 'Drop a .txt file here, or choose it'}
          limit=".txt, up to 5.12 MB"
        />
        {problem ? <FailureNote>{problem}</FailureNote> : null}
        {send.isPending ? <Progress value={share * 100} aria-label={`Sending ${file?.name ?? 'the file'}`} /> : null}
        {atWork ? <ImportProgress share={progress.data?.progress ?? 0} cut={progress.isError} /> : null}
        {send.error ? <FailureNote error={send.error} /> : null}
        {failed ? (
          <FailureNote>
            The import stopped and the catalog is unchanged. It will be retried automatically; you can also send the file again.
          </FailureNote>
        ) : null}
        {unknown ? <FailureNote>This import is no longer available. Check the list, or send the file again.</FailureNote> : null}
        {result ? <ImportSummary result={result} /> : null}
        {result ? null : (
          <Group>
            <Button disabled={!file || busy} loading={busy} onClick={() => file && send.mutate(file)}>
              Submit
            </Button>
          </Group>
        )}
        <p className="ama">{amaNotice}</p>
      </div>
    </div>
  );
}

const askEveryMs = 1000;
const askFailedEveryMs = 5000;

/** How a long import stands, asked until it is done; without an answer it asks on. */
function useImport(job: string | undefined, onDone: () => Promise<unknown>) {
  const progress = useQuery({
    queryKey: ['cpt-import', job],
    queryFn: ({ signal }) => call(cptCodes.importStatus, { params: { id: job ?? '' }, signal }),
    enabled: job !== undefined,
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (data?.state === 'done' || (error instanceof ApiError && error.code === 'not-found')) return false;
      return data?.state === 'failed' ? askFailedEveryMs : askEveryMs;
    },
  });
  const done = progress.data?.state === 'done';
  useEffect(() => {
    if (done) void onDone();
  }, [done, onDone]);
  return progress;
}

function ImportProgress({ share, cut }: { readonly share: number; readonly cut: boolean }) {
  return (
    <>
      <Progress value={share * 100} aria-label="Reading the catalog" striped animated />
      <p>
        {cut
          ? 'The server isn’t responding. It has the file, and the import will continue when it’s back.'
          : `A large file: ${String(Math.round(share * 100))} % read. You can leave this page; the import continues.`}
      </p>
    </>
  );
}

function ImportSummary({ result }: { readonly result: ImportResult }) {
  const navigate = useNavigate();
  const clean = result.refused === 0;
  useEffect(() => {
    if (!clean) return undefined;
    const timer = setTimeout(() => void navigate({ to: '/cptcodes' }), limits.catalogueRedirectMs);
    return () => clearTimeout(timer);
  }, [clean, navigate]);
  const save = (): void =>
    saveBlob(
      new Blob([`line\treason\n${result.lines.map((line) => `${String(line.line)}\t${line.reason}`).join('\n')}\n`], {
        type: 'text/plain',
      }),
      'refused-lines.txt',
    );
  return (
    <div className={classes.result}>
      <output style={{ display: 'block', margin: '0 0 16px' }}>
        {result.added.toLocaleString('en-US')} added, {result.updated.toLocaleString('en-US')} updated,{' '}
        {result.unchanged.toLocaleString('en-US')} unchanged, {result.refused.toLocaleString('en-US')} refused.
      </output>
      {clean ? null : (
        <>
          <section className={classes.refused} aria-label="Refused lines">
            <table>
              <TableHeads names={['Line', 'Reason']} />
              <tbody>
                {result.lines.slice(0, 200).map((line) => (
                  <tr key={`${String(line.line)} ${line.reason}`}>
                    <td>{line.line}</td>
                    <td>{line.reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <Button variant="default" size="xs" onClick={save}>
            Download refused lines
          </Button>
        </>
      )}
      <p>
        <Link to="/cptcodes">Back to the CPT codes</Link>
      </p>
    </div>
  );
}
