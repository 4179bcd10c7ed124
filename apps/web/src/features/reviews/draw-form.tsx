import { Button, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { mostDrawn, reviews } from '@incisive/contract/reviews';
import type { Draw } from '@incisive/contract/reviews';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { selectableTenantsQuery } from '../../lib/session/tenants.ts';
import classes from './reviews.module.css';

const day = z.string().check(z.minLength(1, 'Required'));
const schema = z.object({
  tenant: z.string(),
  from: day,
  to: day,
  coder: z.string(),
  size: z
    .int('Give a whole number')
    .check(z.minimum(1, 'Must be 1 or more'), z.maximum(mostDrawn, `Must be ${mostDrawn} or less`)),
  seed: z.string().check(z.maxLength(40, 'Must be 40 characters or less')),
  reviewers: z.string().check(z.trim(), z.minLength(1, 'Name at least one')),
});

const isoDay = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const named = (name: string, value: string): Record<string, string> => (value.trim() === '' ? {} : { [name]: value.trim() });

/** A new draw: of which cases, how many, by which seed, for whom. */
export function DrawForm(props: { readonly onDrawn: (draw: Draw) => Promise<void>; readonly onCancel: () => void }) {
  const first = useFocusOnMount();
  const above = useCan('notes.choose-tenant');
  const clinics = useQuery({ ...selectableTenantsQuery, enabled: above });
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: { tenant: '', from: isoDay(28), to: isoDay(0), coder: '', size: 10, seed: '', reviewers: '' },
    submit: async ({ from, to, size, reviewers, tenant, coder, seed }) => {
      const body = {
        from,
        to,
        size,
        ...named('tenant', tenant),
        ...named('coder', coder),
        ...named('seed', seed),
        reviewers: reviewers
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      };
      await props.onDrawn(await call(reviews.draw, { body }));
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate className={classes.drawForm} aria-label="New draw">
      {above ? (
        <NativeSelect
          label="Tenant"
          data={[{ value: '', label: 'Choose' }, ...(clinics.data ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
          {...form.getInputProps('tenant')}
        />
      ) : null}
      <TextInput ref={first} label="Finished from" type="date" {...form.getInputProps('from')} />
      <TextInput label="Finished to" type="date" {...form.getInputProps('to')} />
      <NumberInput label="Cases" min={1} max={mostDrawn} {...form.getInputProps('size')} />
      <TextInput label="Only of the coder" description="Username; empty: of everybody" {...form.getInputProps('coder')} />
      <TextInput label="Seed" description="Any words; empty: by chance" maxLength={40} {...form.getInputProps('seed')} />
      <TextInput
        label="Second readers’ usernames"
        description="With commas; nobody gets a case that they worked on"
        {...form.getInputProps('reviewers')}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <Group gap="xs" className={classes.whole}>
        <Button type="submit" loading={form.submitting}>
          Draw
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}
