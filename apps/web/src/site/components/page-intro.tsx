import type { ReactNode } from 'react';

/** The top of an inner page: one heading, one paragraph. */
export function PageIntro({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="wrap page-intro">
      <h1>{title}</h1>
      <p className="lead">{children}</p>
    </section>
  );
}
