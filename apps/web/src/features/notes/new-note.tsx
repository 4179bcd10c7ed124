import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { failureNotices } from '@incisive/contract/notices';
import { noteText } from '@incisive/contract/notes';
import type { Duplicates } from '@incisive/contract/notes';
import { HiddenWarning } from '../../components/form/hidden-warning.tsx';
import { schemaErrors } from '../../components/form/contract-form.ts';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toastFailureAs } from '../../components/feedback/toasts.tsx';
import { fieldErrorsOf, withoutFields } from '../../lib/api/api-error.ts';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { randomId } from '../../lib/random-id.ts';
import type { NoteKindPages } from './note-pages.ts';
import { SameNoteWords, sameNoteOf } from './same-note.tsx';
import { TenantSelect } from './tenant-select.tsx';
import { useNewDraft } from './use-new-draft.ts';
import type { NewDraftState } from './use-new-draft.ts';
import classes from './new-note.module.css';

const draftWords: Record<NewDraftState, string> = {
  none: '',
  restored: 'Restored your unsaved draft.',
  waiting: 'Saving your draft',
  kept: 'Draft kept for 7 days',
  failed: 'Your draft couldn’t be saved yet. Your text is still here, and saving will be retried.',
};

/** /opnotes/new and /ednotes/new: one field, then the note opens with its suggestions. */
export function NewNote({ pages, children }: { readonly pages: NoteKindPages; readonly children?: ReactNode }) {
  const navigate = useNavigate();
  const draft = useNewDraft(pages);
  const [tenant, setTenant] = useState('');
  const field = useFocusOnMount<HTMLTextAreaElement>();
  const key = useRef({ for: '', key: '' });
  const text = draft.text.trim();
  const message = text === '' ? undefined : Object.values(schemaErrors(noteText, draft.text))[0];

  const create = useMutation({
    mutationFn: (duplicates: Duplicates) => {
      const wanted = JSON.stringify([text, tenant, duplicates]);
      // The same text sent again, after a lost answer, makes no second note.
      if (key.current.for !== wanted) key.current = { for: wanted, key: randomId() };
      return pages.create({ text, tenant: tenant === '' ? null : tenant, duplicates }, key.current.key);
    },
    onSuccess: async (id) => {
      draft.forget();
      await navigate({ to: pages.notePath, params: { id } });
    },
    onError: (error) => {
      if (sameNoteOf(error) === null) toastFailureAs(failureNotices.create, error);
    },
  });
  const ready = text !== '' && message === undefined && !create.isPending;
  const same = sameNoteOf(create.error);
  const submit = (): void => {
    if (ready) create.mutate('refuse');
  };
  const fieldError = message ?? fieldErrorsOf(create.error).text;
  const failure = withoutFields(create.error, ['text']);

  return (
    <div className="page page-field">
      <PageHeader title={`New ${pages.label}`} crumbs={[{ label: pages.plural, to: pages.listPath }, { label: 'New' }]} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          ref={field}
          label={`Please enter ${pages.label}:`}
          classNames={{ root: classes.field, wrapper: classes.wrapper, input: classes.input }}
          value={draft.text}
          onChange={(event) => {
            draft.change(event.currentTarget.value);
            // Another text is another note.
            if (same) create.reset();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
          error={fieldError}
          spellCheck
          required
          withAsterisk={false}
        />
        <HiddenWarning text={draft.text} onRemove={draft.change} />
        <TenantSelect value={tenant} onChange={setTenant} disabled={create.isPending} />
        {same ? (
          <div className={classes.same} role="alert">
            <p>
              <SameNoteWords first={same} pages={pages} />
            </p>
            <Button variant="default" size="xs" loading={create.isPending} onClick={() => create.mutate('keep')}>
              Add it anyway
            </Button>
          </div>
        ) : null}
        {failure && !same ? <FailureNote error={failure} /> : null}
        <div className="page-foot">
          <Button type="submit" disabled={!ready} loading={create.isPending} rightSection={<kbd aria-hidden>Ctrl ⏎</kbd>}>
            Submit
          </Button>
          <Button component={Link} to={pages.uploadButtonPath} variant="default">
            Upload
          </Button>
          <output className={classes.draft}>{draftWords[draft.state]}</output>
        </div>
      </form>
      {children}
    </div>
  );
}
