import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type MarkKind, markKinds } from '@incisive/contract/compare-claims';
import { type FocusReason, focusReasons } from '@incisive/contract/review-plan';
import { reviews } from '@incisive/contract/reviews';
import type { ReviewPlan } from '@incisive/contract/reviews';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { toast } from '../../components/feedback/toasts.tsx';
import { useContractForm } from '../../components/form/contract-form.ts';
import { call } from '../../lib/api/call.ts';
import { useCan } from '../../lib/session/profile.ts';
import { kindWords, planQuery, reasonWords } from './reviews.queries.ts';
import classes from './reviews.module.css';

const weight = z.number('Give a number').check(z.minimum(0, 'Must be 0 or more'), z.maximum(10, 'Must be 10 or less'));
const schema = z.object({
  before_billing: z.boolean(),
  focus: z.array(z.string()),
  share: z.int('Give a whole number').check(z.minimum(0, 'Must be 0 or more'), z.maximum(100, 'Must be 100 or less')),
  nightly: z.boolean(),
  readers: z.string(),
  weights: z.record(z.string(), weight),
});
const sentence = (words: string): string => words[0]!.toUpperCase() + words.slice(1);

/** What is read before it is billed, what is drawn each night, by whom, and what a mark weighs. */
export function PlanForm({ plan, tenant }: { readonly plan: ReviewPlan; readonly tenant: string }) {
  const cache = useQueryClient();
  const may = useCan('queue.configure');
  const { form, onSubmit, failure } = useContractForm({
    schema,
    initial: {
      before_billing: plan.before_billing,
      focus: plan.focus as string[],
      share: plan.share,
      nightly: plan.nightly,
      readers: plan.readers.join(', '),
      weights: Object.fromEntries(markKinds.map((kind) => [kind, plan.weights[kind] ?? 1])) as Record<MarkKind, number>,
    },
    submit: async ({ focus, readers, weights, ...values }) => {
      const body = {
        ...values,
        focus: focus as FocusReason[],
        readers: readers
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
        // What weighs as it does by itself needs no words.
        weights: Object.fromEntries(Object.entries(weights).filter(([, value]) => value !== 1)),
      };
      const saved = await call(reviews.savePlan, { params: { id: tenant }, body });
      cache.setQueryData(planQuery(tenant).queryKey, saved);
      toast('Saved');
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Review plan" className={classes.plan}>
      <fieldset disabled={!may}>
        <legend>Before billing</legend>
        <Checkbox
          label="A second person reads some finished cases before they are billed"
          {...form.getInputProps('before_billing', { type: 'checkbox' })}
        />
        {form.values.before_billing ? (
          <>
            <Checkbox.Group label="Always with" {...form.getInputProps('focus')}>
              {focusReasons.map((reason) => (
                <Checkbox key={reason} value={reason} label={sentence(reasonWords[reason])} mt={8} />
              ))}
            </Checkbox.Group>
            <NumberInput
              label="Percent of all others"
              description="By the hash of seed and case, so that anybody can tell which"
              min={0}
              max={100}
              {...form.getInputProps('share')}
            />
            {plan.seed ? (
              <p className={classes.quiet}>
                The seed is <ShownText text={plan.seed} />.
              </p>
            ) : null}
          </>
        ) : null}
      </fieldset>
      <fieldset disabled={!may}>
        <legend>Each night</legend>
        <Checkbox
          label="Draw finished cases of each coder to be coded again, blind"
          description="All of a coder’s until three draws in a row reach 95 %; then ten a month or a twentieth, whichever is more, at most 30"
          {...form.getInputProps('nightly', { type: 'checkbox' })}
        />
      </fieldset>
      <fieldset disabled={!may}>
        <legend>Who reads</legend>
        <TextInput
          label="Usernames, with commas between them"
          description="In turns; nobody gets a case that they worked on"
          {...form.getInputProps('readers')}
        />
      </fieldset>
      <details>
        <summary>What a mark weighs</summary>
        <fieldset disabled={!may} className={classes.weights}>
          {markKinds.map((kind) => (
            <NumberInput
              key={kind}
              label={kindWords[kind]}
              min={0}
              max={10}
              step={0.5}
              {...form.getInputProps(`weights.${kind}`)}
            />
          ))}
        </fieldset>
      </details>
      {failure ? <FailureNote error={failure} /> : null}
      {may ? (
        <Button type="submit" className={classes.start} loading={form.submitting}>
          Save
        </Button>
      ) : (
        <p className={classes.quiet}>Administrators change the plan.</p>
      )}
    </form>
  );
}
