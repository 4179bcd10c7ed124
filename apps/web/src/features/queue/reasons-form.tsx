import { useState } from 'react';
import { Button, Group, NumberInput, Switch, TextInput } from '@mantine/core';
import { queue } from '@incisive/contract/queue';
import type { HoldReason } from '@incisive/contract/work-state';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { call } from '../../lib/api/call.ts';
import classes from './manage.module.css';

/** A key of its own for a reason that a person adds. */
const keyFor = (label: string, taken: ReadonlySet<string>): string => {
  const plain = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 30);
  const base = plain.length < 2 ? 'reason' : plain;
  for (let n = 1; ; n += 1) {
    const key = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(key)) return key;
  }
};

export interface ReasonsFormProps {
  readonly reasons: readonly HoldReason[];
  readonly forced: boolean;
  readonly onSaved: () => Promise<void>;
}

/** The reasons in the order of their digits, each with the days until it is due again. A reason in use keeps its words where it was used. */
export function ReasonsForm({ reasons, forced, onSaved }: ReasonsFormProps) {
  const [rows, setRows] = useState<readonly HoldReason[]>(reasons);
  const [auto, setAuto] = useState(forced);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const change = (at: number, more: Partial<HoldReason>): void =>
    setRows(rows.map((row, nth) => (nth === at ? { ...row, ...more } : row)));
  const save = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const keys = new Set<string>();
      const hold_reasons = rows.map(({ key, label, days, words }) => {
        const own = key === '' ? keyFor(label, new Set([...keys, ...rows.map((row) => row.key)])) : key;
        keys.add(own);
        return { key: own, label, days, ...(words ? { words } : {}) };
      });
      await call(queue.settings, { body: { hold_reasons, auto_load_forced: auto } });
      setRows(hold_reasons);
      await onSaved();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      aria-label="Reasons for holding"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <ol className={classes.reasons}>
        {rows.map((row, at) => (
          // Rows have no key of their own until they are saved.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <kbd aria-hidden>{at < 9 ? at + 1 : ''}</kbd>
            <TextInput
              aria-label={`Reason ${at + 1}`}
              value={row.label}
              maxLength={60}
              onChange={(event) => change(at, { label: event.currentTarget.value })}
            />
            <NumberInput
              aria-label={`Days of reason ${at + 1}`}
              value={row.days}
              min={1}
              max={60}
              suffix=" d"
              onChange={(value) => change(at, { days: Number(value) || 1 })}
            />
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              aria-label={`Remove reason ${at + 1}`}
              disabled={rows.length === 1}
              onClick={() => setRows(rows.filter((_row, nth) => nth !== at))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Switch
        label="The next case always opens by itself, for everybody"
        checked={auto}
        onChange={(event) => setAuto(event.currentTarget.checked)}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <Group gap="xs" mt="md">
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <Button variant="default" onClick={() => setRows([...rows, { key: '', label: '', days: 1 }])}>
          Add reason
        </Button>
      </Group>
    </form>
  );
}
