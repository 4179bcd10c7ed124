import { useEffect, useRef } from 'react';
import { Button, NumberInput, InputBase, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { reviews } from '@incisive/contract/reviews';
import type { Review } from '@incisive/contract/reviews';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { useFocusOnMount } from '../../components/layout/use-focus-on-mount.ts';
import { call } from '../../lib/api/call.ts';
import { forgetText, rememberText, rememberedText } from '../../lib/drafts/remembered-text.ts';
import { useProfile } from '../../lib/session/profile.ts';
import classes from './reviews.module.css';

const words = (text: string): string[] => text.split(/[\s,]+/).filter((one) => one !== '');
const listOf = (each: RegExp, message: string) =>
  z.string().check(z.refine((text) => words(text).every((one) => each.test(one)), message));

const schema = z.object({
  lines: z.array(
    z.object({
      code: z.string().check(z.trim(), z.minLength(1, 'Required')),
      modifiers: listOf(/^[A-Za-z0-9]{2}$/, 'Two characters each'),
      units: z.int('Whole numbers from 1').check(z.minimum(1, 'Whole numbers from 1'), z.maximum(9999, 'Must be 9,999 or less')),
      dx: listOf(/^([1-9]|1[0-2])$/, 'Numbers from 1 to 12'),
    }),
  ),
  diagnoses: z.string(),
  comment: z.string().check(z.maxLength(500, 'Must be 500 characters or less')),
  topic: z.string().check(z.maxLength(60, 'Must be 60 characters or less')),
});
type Values = z.infer<typeof schema>;
const emptyLine: Values['lines'][number] = { code: '', modifiers: '', units: 1, dx: '' };

const blank: Values = { lines: [emptyLine], diagnoses: '', comment: '', topic: '' };
const valuesOf = ({ lines, diagnoses }: NonNullable<Review['first']>): Values => ({
  ...blank,
  lines: lines.map(({ code, modifiers, units, dx }) => ({ code, modifiers: modifiers.join(' '), units, dx: dx.join(' ') })),
  diagnoses: diagnoses.join(', '),
});

export interface SecondCodingProps {
  readonly review: Pick<Review, 'id' | 'first'>;
  readonly onCoded: (review: Review) => Promise<void>;
}

/**
 * What a second reader codes: from nothing where they are blind, and nothing of the first coding is here nor on its way; from the first
 * coding where they read it before it is billed. What was typed stays when its writer looks elsewhere.
 */
export function SecondCoding({ review: { id, first: begun }, onCoded }: SecondCodingProps) {
  const first = useFocusOnMount();
  const { id: user } = useProfile();
  const kept = `review ${id}`;
  const handedIn = useRef(false);
  const { form, onSubmit, failure } = useContractForm<Values>({
    schema,
    initial: rememberedText<Values>(kept, user) ?? (begun ? valuesOf(begun) : blank),
    submit: async ({ lines, diagnoses, comment, topic }) => {
      const body = {
        lines: lines.map(({ code, modifiers, units, dx }) => ({
          code: code.trim().toUpperCase(),
          modifiers: words(modifiers).map((one) => one.toUpperCase()),
          units,
          dx: words(dx).map(Number),
        })),
        diagnoses: words(diagnoses),
        ...(comment.trim() === '' ? {} : { comment }),
        ...(topic.trim() === '' ? {} : { topic: topic.trim() }),
      };
      const coded = await call(reviews.code, { params: { id }, body });
      handedIn.current = true;
      forgetText(kept);
      await onCoded(coded);
    },
  });
  const { lines } = form.values;
  useEffect(() => {
    if (form.isDirty() && !handedIn.current) rememberText(kept, user, form.values);
  }, [form, kept, user]);
  const list = useRef<HTMLOListElement>(null);
  const count = useRef(lines.length);
  useEffect(() => {
    if (count.current === lines.length) return;
    count.current = lines.length;
    // A line that was added is written next; with one that was removed the focus would be gone.
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  }, [lines.length]);
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Second coding" className={classes.coding}>
      <h2>{begun ? 'Your reading' : 'Your coding'}</h2>
      <p className={classes.quiet}>
        {begun
          ? 'This is the claim as it was finished. Change what should be otherwise: each change becomes a mark, and the case goes back to its coder. Without a change it goes on to billing.'
          : 'Code the note as if nobody had. What the first coder did is shown when you have handed yours in.'}
      </p>
      <ol ref={list} className={classes.lines}>
        {lines.map((_line, at) => (
          // Lines have no ids: they are told apart by their place.
          // eslint-disable-next-line react/no-array-index-key
          <li key={at}>
            <TextInput
              {...(at === 0 ? { ref: first } : {})}
              label="Code"
              maxLength={5}
              autoComplete="off"
              {...form.getInputProps(`lines.${at}.code`)}
            />
            <TextInput label="Modifiers" autoComplete="off" {...form.getInputProps(`lines.${at}.modifiers`)} />
            <NumberInput label="Units" min={1} max={9999} hideControls {...form.getInputProps(`lines.${at}.units`)} />
            <TextInput label="Dx" autoComplete="off" {...form.getInputProps(`lines.${at}.dx`)} />
            <Button
              variant="default"
              disabled={lines.length === 1}
              aria-label={`Remove line ${at + 1}`}
              onClick={() => form.removeListItem('lines', at)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <Button variant="default" className={classes.start} onClick={() => form.insertListItem('lines', emptyLine)}>
        Add line
      </Button>
      <TextInput
        label="Diagnoses in their order, with commas between them"
        description="Dx of a line names them by their number, from 1"
        autoComplete="off"
        {...form.getInputProps('diagnoses')}
      />
      <InputBase
        component="textarea"
        classNames={{ input: classes.words! }}
        rows={3}
        label="Why, if it needs saying"
        maxLength={500}
        {...form.getInputProps('comment')}
      />
      <TextInput
        label="Topic to read up on, if there is one"
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('topic')}
      />
      {failure ? <FailureNote error={failure} /> : null}
      <Button type="submit" className={classes.start} loading={form.submitting}>
        {begun ? 'Hand in' : 'Hand in and compare'}
      </Button>
    </form>
  );
}
