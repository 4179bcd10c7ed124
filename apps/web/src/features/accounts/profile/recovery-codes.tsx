import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { saveBlob } from '../../../lib/api/download.ts';
import classes from './totp-setup.module.css';

/** Ten codes that are shown once: to copy, to download, and to confirm that they are kept. */
export function RecoveryCodes({ codes, done }: { readonly codes: readonly string[]; readonly done: () => void }) {
  const [copied, setCopied] = useState<boolean>();
  const text = `Incisive recovery codes\n\n${codes.join('\n')}\n\nEach signs you in once.\n`;
  const copy = (): void =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <p>
        The second factor is on. Keep these recovery codes in a safe place. Each one signs you in once if you don’t have your
        device. They won’t be shown again.
      </p>
      <ul className={`${classes.secret} ${classes.codes}`} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          Copy
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'incisive-recovery-codes.txt')}
        >
          Download
        </Button>
        <Button onClick={done}>I saved them</Button>
      </Group>
      <output className={classes.told}>
        {copied === true ? 'Copied.' : copied === false ? 'Your browser blocked copying. Download them instead.' : ''}
      </output>
    </>
  );
}
