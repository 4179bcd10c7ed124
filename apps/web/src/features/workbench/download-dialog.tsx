import { useState } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import { Modal } from '../../components/overlay/modal.tsx';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PlainForm } from '../../components/form/plain-form.tsx';

export interface DownloadDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly initialName: string;
  /** Gets a name that ends in .docx. */
  readonly onDownload: (name: string) => Promise<void>;
}

const extension = '.docx';

/** The name to save under: without signs that file systems refuse, with the extension once. */
export function docxName(typed: string, fallback: string): string {
  const base = typed
    .trim()
    .replace(/\.docx$/i, '')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\\/:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  return (base === '' || /^\.+$/.test(base) ? fallback : base) + extension;
}

/** Asks for the file's name, then saves the note as a Word file. */
export function DownloadDialog({ opened, onClose, ...rest }: DownloadDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Download">
      <DownloadForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function DownloadForm({ onClose, initialName, onDownload }: Omit<DownloadDialogProps, 'opened'>) {
  const [name, setName] = useState(initialName);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      await onDownload(docxName(name, initialName));
      onClose();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <PlainForm submit={submit}>
      <TextInput
        data-autofocus
        label="File name:"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={<span aria-hidden>{extension}</span>}
        rightSectionWidth={56}
        rightSectionPointerEvents="none"
        autoComplete="off"
        spellCheck={false}
        mb="md"
      />
      {error === null ? null : <FailureNote error={error} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Download
        </Button>
      </Group>
    </PlainForm>
  );
}
