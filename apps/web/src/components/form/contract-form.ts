import { useState } from 'react';
import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import { safeParse } from 'zod/mini';
import type { Schema } from '@incisive/contract/endpoint';
import { ApiError, withoutFields } from '../../lib/api/api-error.ts';

/** The first message of each failed field of a schema, by dotted path. */
export function schemaErrors(schema: Schema, values: unknown): Record<string, string> {
  const result = safeParse(schema, values);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of result.error.issues) errors[issue.path.join('.')] ??= issue.message;
  return errors;
}

/** Focuses the first field in the form that is marked invalid, in the order of the page. */
export function focusFirstInvalid(form: HTMLElement): void {
  // After React has written aria-invalid.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Whether the form shows a field of that name now: one that is hidden cannot carry a message. */
const shows = (form: HTMLElement, path: string): boolean =>
  [...form.querySelectorAll('[data-path]')].some((field) => field.getAttribute('data-path') === path);

export interface ContractForm<V extends Record<string, unknown>> {
  /** Mantine's form; `form.getInputProps('name')` for each field. */
  readonly form: UseFormReturnType<V>;
  /** For `<form onSubmit>`: validates, focuses the first bad field, else calls `submit`; never twice at once. */
  readonly onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => void;
  /** What the server refused and no field that is shown carries; undefined when there is nothing of that kind. For FailureNote. */
  readonly failure: unknown;
  readonly clearFailure: () => void;
}

/**
 * The form pattern: values are checked by the contract's own zod/mini schema on blur and on submit; the messages are the contract's.
 * A refusal of the server lands at the fields that it names; whatever names no field that is shown is in `failure`.
 * @param extra messages that need more than the schema, e.g. another field of the page.
 * @example
 * const { form, onSubmit, failure } = useContractForm({ schema: cptCodeBody, initial: { code: '', description: '' }, submit: (values) => call(cptCodes.create, { body: values }) });
 * <form onSubmit={onSubmit} noValidate><TextInput label="Code" {...form.getInputProps('code')} />{failure ? <FailureNote error={failure} /> : null}</form>
 */
export function useContractForm<V extends Record<string, unknown>>(options: {
  schema: Schema;
  initial: V;
  submit: (values: V) => Promise<unknown>;
  extra?: (values: V) => Record<string, string>;
}): ContractForm<V> {
  const [failure, setFailure] = useState<unknown>();
  const form = useForm<V>({
    initialValues: options.initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) => ({ ...schemaErrors(options.schema, values), ...options.extra?.(values) }),
  });
  const place = (element: HTMLElement, error: unknown): void => {
    const placed = error instanceof ApiError ? error.fields.filter(({ path }) => shows(element, path)) : [];
    for (const { path, message } of placed) form.setFieldError(path, message);
    if (placed.length > 0) focusFirstInvalid(element);
    setFailure(
      withoutFields(
        error,
        placed.map(({ path }) => path),
      ),
    );
  };
  const onSubmit = (event: React.SyntheticEvent<HTMLFormElement>): void => {
    const element = event.currentTarget;
    form.onSubmit(
      async (values) => {
        if (form.submitting) return;
        setFailure(undefined);
        await options.submit(values).catch((error: unknown) => place(element, error));
      },
      () => focusFirstInvalid(element),
    )(event as React.FormEvent<HTMLFormElement>);
  };
  return { form, onSubmit, failure, clearFailure: () => setFailure(undefined) };
}
