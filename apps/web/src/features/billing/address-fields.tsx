import { TextInput } from '@mantine/core';

/** A postal address of a form; `path` is where it stands there. */
export function AddressFields({ path, inputs }: { readonly path: string; readonly inputs: (path: string) => object }) {
  return (
    <>
      <TextInput label="Street" autoComplete="off" {...inputs(`${path}.line`)} />
      <TextInput label="City" autoComplete="off" {...inputs(`${path}.city`)} />
      <TextInput label="State" autoComplete="off" maxLength={2} {...inputs(`${path}.state`)} />
      <TextInput label="ZIP code" autoComplete="off" {...inputs(`${path}.zip`)} />
    </>
  );
}
