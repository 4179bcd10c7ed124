import { PasswordInput as MantinePasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';

/** Mantine's field for passwords, which alone of its fields does not say on its own that it is invalid. Use this one everywhere. */
export const PasswordInput = (props: PasswordInputProps) => (
  <MantinePasswordInput aria-invalid={props.error ? true : undefined} {...props} />
);
