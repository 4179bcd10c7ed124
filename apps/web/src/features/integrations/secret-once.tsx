import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Fact, FactList } from '../../components/layout/facts.tsx';
import classes from './integrations.module.css';

export interface ShownSecret {
  readonly name: string;
  readonly secret: string;
  /** What goes with the secret, where the other side needs more than it. */
  readonly clientId?: string;
  /** What the other side calls it. */
  readonly called?: string;
}

/** A secret is seen this once: nobody can read it again. */
export function SecretOnce({ name, secret, clientId, called, onDone }: ShownSecret & { readonly onDone: () => void }) {
  return (
    <section className={classes.once} aria-label={`Secret of ${name}`} aria-live="polite">
      <p>
        Give {clientId ? 'these' : 'this'} to {name} now: the secret is not shown again.
      </p>
      <FactList label="Credentials">
        {clientId ? <Fact label="Client id">{clientId}</Fact> : null}
        <Fact label={called ?? (clientId ? 'Client secret' : 'Secret')}>
          <code className={classes.secret}>{secret}</code>
        </Fact>
      </FactList>
      <div className={classes.acts}>
        <Button
          size="xs"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void navigator.clipboard.writeText(secret)}
        >
          Copy secret
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
