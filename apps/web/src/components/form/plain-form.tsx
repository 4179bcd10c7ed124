import type { ReactNode } from 'react';

/** A form without a schema: Enter and its button do what `submit` does, which says its own failures. */
export const PlainForm = ({ submit, children }: { readonly submit: () => Promise<void>; readonly children: ReactNode }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      void submit();
    }}
  >
    {children}
  </form>
);
