import { useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { Link, useBlocker } from '@tanstack/react-router';
import { limits } from '@incisive/contract/limits';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { DropZone } from '../../components/form/drop-zone.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { edNotePages, opNotePages } from './note-pages.ts';
import type { NoteKindPages } from './note-pages.ts';
import { TenantSelect } from './tenant-select.tsx';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';
import classes from './upload-notes.module.css';

const accepted = limits.noteExtensions.join(', ');
const mostBytes = `${limits.uploadBytes / 1_000_000} MB`;

/** /opnotes/upload and /ednotes/upload: many files at once, each becomes a note. */
function UploadNotes({ pages, other }: { readonly pages: NoteKindPages; readonly other: NoteKindPages }) {
  const [tenant, setTenant] = useState('');
  const [submitting, setSubmitting] = useState(false);
  const uploads = useUploads(pages, tenant);
  const busy = submitting || uploads.busy;
  const leave = useBlocker({ shouldBlockFn: () => busy, withResolver: true, enableBeforeUnload: () => busy });
  const form = useRef<HTMLFormElement>(null);
  const otherPath = other.kind === 'ed' ? '/ednotes/upload' : '/opnotes/upload';

  const submit = async (): Promise<void> => {
    setSubmitting(true);
    const { done, same, of } = await uploads.submit();
    setSubmitting(false);
    // Submit is off now and lets the focus fall: the first note, or the first Retry, is what comes next.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const made = form.current?.querySelector<HTMLElement>('ul a');
      (made ?? form.current?.querySelector<HTMLElement>('ul button'))?.focus();
    });
    const failed = of - done - same;
    const rest = [...(same > 0 ? [`${same} added before`] : []), ...(failed > 0 ? [`${failed} failed`] : [])];
    toast([`${done} of ${of} files uploaded`, ...rest].join(', '), {
      type: failed > 0 ? 'error' : same > 0 ? 'info' : 'success',
    });
  };

  return (
    <div className="page page-field">
      <PageHeader title={`Upload ${pages.plural}`} crumbs={[{ label: pages.plural, to: pages.listPath }, { label: 'Upload' }]}>
        <Button component={Link} to={pages.newPath} variant="default">
          Add {pages.label}
        </Button>
      </PageHeader>
      <p className="dialog-text">
        These become {pages.plural}. For {other.plural} use <Link to={otherPath}>Upload {other.plural}</Link>.
      </p>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TenantSelect value={tenant} onChange={setTenant} disabled={busy} />
        <DropZone
          fills
          onDrop={uploads.add}
          onReject={(rejected) => uploads.add(rejected.map(({ file }) => file))}
          busy={busy}
          aria-label="Choose files"
          invitation="Drop files here, or choose them"
          limit={`${accepted}. Up to ${mostBytes} each. Select several at once.`}
        />
        <UploadList uploads={uploads} pages={pages} locked={submitting} />
        <div className="page-foot">
          <Button type="submit" disabled={uploads.waiting === 0 || busy} loading={submitting}>
            Submit
          </Button>
        </div>
      </form>
      <ConfirmDialog
        opened={leave.status === 'blocked'}
        title="Files are still uploading"
        text="If you leave now, unfinished files won’t be uploaded. Are you sure?"
        onClose={() => leave.reset?.()}
        onConfirm={() => leave.proceed?.()}
      />
    </div>
  );
}

interface UploadListProps {
  readonly uploads: ReturnType<typeof useUploads>;
  readonly pages: NoteKindPages;
  readonly locked: boolean;
}

function UploadList({ uploads, pages, locked }: UploadListProps) {
  const { items } = uploads;
  const done = items.filter((item) => item.state === 'done').length;
  return (
    <>
      <output className="visually-hidden">{items.length > 0 ? `${done} of ${items.length} files uploaded` : ''}</output>
      {items.length > 0 ? (
        <ul className={classes.files} aria-label="Files">
          {items.map((item) => (
            <UploadRow
              key={item.id}
              item={item}
              pages={pages}
              locked={locked}
              onRemove={() => uploads.remove(item.id)}
              onRetry={() => void uploads.retry(item)}
              onAnyway={() => void uploads.retry(item, 'keep')}
            />
          ))}
        </ul>
      ) : null}
    </>
  );
}

export const UploadOpNotes = () => <UploadNotes pages={opNotePages} other={edNotePages} />;
export const UploadEdNotes = () => <UploadNotes pages={edNotePages} other={opNotePages} />;
