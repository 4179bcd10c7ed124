import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { exports } from '@incisive/contract/exports';
import type { NoteExport } from '@incisive/contract/exports';
import { toastFailureAs } from '../../components/feedback/toasts.tsx';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { download } from '../../lib/api/download.ts';
import classes from './background-exports.module.css';
import type { NoteKindPages } from './note-pages.ts';
import { exportsQuery } from './notes.queries.ts';

const goneWords = 'This export is no longer available. Select the notes and export them again.';

const numbered = (n: number, pages: NoteKindPages): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? pages.label : pages.plural}`;

/** The person's big exports of this kind: how far they are, and the file when it is ready. Asked of the server, so a reload loses nothing. */
export function BackgroundExports({ pages }: { readonly pages: NoteKindPages }) {
  const { data, isError } = useQuery(exportsQuery);
  const own = data?.results.filter((one) => one.kind === pages.kind) ?? [];
  return (
    <div aria-live="polite">
      {own.map((one) => (
        <ExportNotice key={one.id} one={one} pages={pages} cut={isError} />
      ))}
    </div>
  );
}

interface ExportNoticeProps {
  readonly one: NoteExport;
  readonly pages: NoteKindPages;
  readonly cut: boolean;
}

function ExportNotice({ one, pages, cut }: ExportNoticeProps) {
  const queries = useQueryClient();
  const askAgain = () => queries.invalidateQueries({ queryKey: exportsQuery.queryKey });
  const onError = (error: Error): void => {
    toastFailureAs(error instanceof ApiError && error.code === 'not-found' ? goneWords : messageOf(error), error);
    void askAgain();
  };
  const fetchFile = useMutation({ mutationFn: () => download(exports.download, { params: { id: one.id } }), onError });
  const drop = useMutation({
    mutationFn: () => call(exports.remove, { params: { id: one.id } }),
    onError,
  });
  const atWork = one.state === 'waiting' || one.state === 'running';
  const given = one.total - one.left_out;
  return (
    <section className={classes.notice} aria-label={`Export of ${numbered(one.total, pages)}`} data-state={one.state}>
      <div className={classes.words}>
        {atWork ? <Preparing one={one} cut={cut} /> : <Outcome one={one} pages={pages} given={given} />}
      </div>
      {one.state === 'ready' && given > 0 ? (
        <Button size="xs" loading={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
          Download
        </Button>
      ) : null}
      <Button size="xs" variant="default" loading={drop.isPending} onClick={() => drop.mutate()}>
        {atWork ? 'Cancel' : 'Dismiss'}
      </Button>
    </section>
  );
}

/** Not read out at each step: the outcome is. */
function Preparing({ one, cut }: { readonly one: NoteExport; readonly cut: boolean }) {
  const { done, total } = one;
  return (
    <div aria-live="off">
      <p>
        Preparing {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} notes
      </p>
      <Progress value={(done / total) * 100} aria-label="Preparing the export" />
      <p className={classes.quiet}>
        {cut
          ? 'The server isn’t responding. The export will continue when it’s back.'
          : 'You can leave this page; the file stays here for 24 hours.'}
      </p>
    </div>
  );
}

/** Of claims: notes whose claim is not finished have nothing to hand over. */
function ClaimOutcome({ one, given }: { readonly one: NoteExport; readonly given: number }) {
  if (given === 0) return <p>Nothing to download: none of these notes has a finished claim.</p>;
  return (
    <>
      <p>
        {given.toLocaleString('en-US')} {given === 1 ? 'claim is' : 'claims are'} ready to download (
        {one.format === 'csv' ? 'charges, .csv' : 'FHIR R4, .json'})
      </p>
      {one.left_out > 0 ? (
        <p className={classes.quiet}>{one.left_out.toLocaleString('en-US')} without a finished claim left out.</p>
      ) : null}
    </>
  );
}

function Outcome({ one, pages, given }: { readonly one: NoteExport; readonly pages: NoteKindPages; readonly given: number }) {
  if (one.state === 'failed') return <p>The export failed. Select the {pages.plural} and export them again.</p>;
  if (one.format !== 'docx') return <ClaimOutcome one={one} given={given} />;
  if (given === 0) return <p>Nothing to download: the {pages.plural} were deleted before the export reached them.</p>;
  const missing =
    one.left_out === 1 ? '1 was deleted in the meantime and is' : `${one.left_out} were deleted in the meantime and are`;
  return (
    <>
      <p>
        {numbered(given, pages)} {given === 1 ? 'is' : 'are'} ready to download
      </p>
      {one.left_out > 0 ? <p className={classes.quiet}>{missing} left out.</p> : null}
    </>
  );
}
