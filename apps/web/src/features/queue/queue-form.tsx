import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { queue } from '@incisive/contract/queue';
import type { SavedQueue } from '@incisive/contract/queue';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { call } from '../../lib/api/call.ts';
import classes from './manage.module.css';

type Days = number | '';
const days = z.union([z.literal(''), z.int().check(z.minimum(0, 'Must be 0 or more'), z.maximum(3650, 'Must be 3,650 or less'))]);
const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(2, 'Must be 2 characters or more'), z.maxLength(60, 'Must be 60 characters or less')),
  surgeon: z.string(),
  specialty: z.string(),
  filename: z.string(),
  min_age: days,
  max_age: days,
  priority: z.int().check(z.minimum(0, 'Must be 0 to 99'), z.maximum(99, 'Must be 0 to 99')),
  members: z.string(),
});

export interface QueueFormProps {
  /** Missing for a new one. */
  readonly queue?: SavedQueue;
  readonly onCancel: () => void;
  readonly onSaved: () => Promise<void>;
}

/** A queue: what belongs to it, how urgent it is, and who takes from it. */
export function QueueForm({ queue: saved, onCancel, onSaved }: QueueFormProps) {
  const first = useFocusOnMount();
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: {
      name: saved?.name ?? '',
      surgeon: saved?.filter.surgeon ?? '',
      specialty: saved?.filter.specialty ?? '',
      filename: saved?.filter.filename ?? '',
      min_age: (saved?.filter.min_age ?? '') as Days,
      max_age: (saved?.filter.max_age ?? '') as Days,
      priority: saved?.priority ?? 50,
      members: saved?.members.join(', ') ?? '',
    },
    submit: async ({ name, priority, members, ...filter }) => {
      const named = Object.entries(filter).filter(([, value]) => value !== '');
      const body = {
        name,
        priority,
        // What this form does not show stays as it was.
        filter: { ...kept(saved), ...Object.fromEntries(named) },
        members: members
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      };
      await (saved ? call(queue.changeQueue, { params: { id: saved.id }, body }) : call(queue.addQueue, { body }));
      await onSaved();
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form} aria-label={saved ? `Queue ${saved.name}` : 'New queue'}>
      <TextInput ref={first} label="Name" maxLength={60} {...form.getInputProps('name')} />
      <NumberInput label="Priority, 0 is first" min={0} max={99} {...form.getInputProps('priority')} />
      <TextInput label="Surgeon’s username" {...form.getInputProps('surgeon')} />
      <TextInput label="Specialty" {...form.getInputProps('specialty')} />
      <TextInput label="Words in the file name" {...form.getInputProps('filename')} />
      <NumberInput label="Days since service, from" min={0} max={3650} {...form.getInputProps('min_age')} />
      <NumberInput label="Days since service, to" min={0} max={3650} {...form.getInputProps('max_age')} />
      <TextInput label="Members’ usernames, with commas between them" {...form.getInputProps('members')} />
      {failure ? <FailureNote error={failure} /> : null}
      <Group gap="xs" className={classes.whole}>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

const kept = (saved: SavedQueue | undefined): Pick<SavedQueue['filter'], 'tenant' | 'payer' | 'pos'> => {
  const { tenant, payer, pos } = saved?.filter ?? {};
  return { ...(tenant ? { tenant } : {}), ...(payer ? { payer } : {}), ...(pos ? { pos } : {}) };
};
