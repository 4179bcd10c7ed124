import { PasswordInput as MantinePasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';

/** Mantine's field for passwords, which alone of its fields does not say on its own that it is invalid. Use this one everywhere. */
export const PasswordInput = (props: PasswordInputProps) => (
  <MantinePasswordInput aria-invalid={props.error ? true : undefined} {...props} />
);

/** Where a password is chosen, not given: its rule is told beforehand. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput description="At least 8 characters." autoComplete="new-password" {...props} />
);
