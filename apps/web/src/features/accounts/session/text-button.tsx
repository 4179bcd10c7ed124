import { Anchor } from '@mantine/core';

/** A link that does something on this card instead of leading to an address. */
export function TextButton({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Anchor component="button" type="button" size="sm" onClick={onClick}>
      {children}
    </Anchor>
  );
}
