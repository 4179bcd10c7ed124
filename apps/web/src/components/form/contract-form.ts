import { useForm } from '@mantine/form';
import type { UseFormReturnType } from '@mantine/form';
import { safeParse } from 'zod/mini';
import type { Schema } from '@incisive/contract/endpoint';
import { fieldErrorsOf } from '../../lib/api-error.ts';

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

export interface ContractForm<V extends Record<string, unknown>> {
  /** Mantine's form; `form.getInputProps('name')` for each field. */
  readonly form: UseFormReturnType<V>;
  /** For `<form onSubmit>`: validates, focuses the first bad field, else calls `submit`; never twice at once. */
  readonly onSubmit: (event: React.SyntheticEvent<HTMLFormElement>) => void;
  /** Puts the server's field messages beside their fields. @returns whether any field of this form got one. */
  readonly showServerErrors: (error: unknown) => boolean;
}

/**
 * The form pattern: values are checked by the contract's own zod/mini schema on blur and on submit; the messages are the contract's.
 * @param extra messages that need more than the schema, e.g. another field of the page.
 * @example
 * const { form, onSubmit } = useContractForm({ schema: cptCodeBody, initial: { code: '', description: '' }, submit: (values) => { save.mutate(values); } });
 * <form onSubmit={onSubmit} noValidate><TextInput label="Code" {...form.getInputProps('code')} /></form>
 */
export function useContractForm<V extends Record<string, unknown>>(options: {
  schema: Schema;
  initial: V;
  submit: (values: V) => void | Promise<void>;
  extra?: (values: V) => Record<string, string>;
}): ContractForm<V> {
  const form = useForm<V>({
    initialValues: options.initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: (values) => ({ ...schemaErrors(options.schema, values), ...options.extra?.(values) }),
  });
  const onSubmit = (event: React.SyntheticEvent<HTMLFormElement>): void => {
    const element = event.currentTarget;
    form.onSubmit(
      (values) => {
        if (!form.submitting) void options.submit(values);
      },
      () => focusFirstInvalid(element),
    )(event as React.FormEvent<HTMLFormElement>);
  };
  const showServerErrors = (error: unknown): boolean => {
    const errors = fieldErrorsOf(error);
    const known = Object.fromEntries(Object.entries(errors).filter(([path]) => path in options.initial));
    form.setErrors({ ...form.errors, ...known } as typeof form.errors);
    return Object.keys(known).length > 0;
  };
  return { form, onSubmit, showServerErrors };
}
