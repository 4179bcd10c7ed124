import type { Ref } from 'react';
import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

/** The name of an account, as browsers and telephones fill it in. */
export const UsernameField = (props: TextInputProps & { readonly ref?: Ref<HTMLInputElement> }) => (
  <TextInput label="Username" name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} {...props} />
);
