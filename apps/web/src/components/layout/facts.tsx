import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import classes from './facts.module.css';

/** What one wants to know first, side by side under a page's heading. Holds Fact. */
export const FactBand = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <dl className={classes.band} aria-label={label}>
    {children}
  </dl>
);

/** Facts under each other, a line each. Holds Fact. */
export const FactList = ({ label, children }: { readonly label?: string; readonly children: ReactNode }) => (
  <dl className={classes.list} {...(label ? { 'aria-label': label } : {})}>
    {children}
  </dl>
);

/** One fact as plain text; `aside` is what else there is to say of it, quieter. */
export const Fact = ({
  label,
  aside,
  children,
}: {
  readonly label: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {aside ? <span className={classes.aside}> {aside}</span> : null}
    </dd>
  </div>
);

/** A part of a page with its heading; `danger` for what cannot be undone. */
export const Part = ({
  title,
  aside,
  danger = false,
  id,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly danger?: boolean;
  readonly id?: string;
  readonly children: ReactNode;
}) => (
  <section className={classes.part} data-danger={danger} aria-label={title} {...(id ? { id } : {})}>
    <header>
      <h2>{title}</h2>
      {aside ? <span>{aside}</span> : null}
    </header>
    {children}
  </section>
);

/** Things that can be done: what, what it does, its button, in one column. Holds Act. */
export const ActList = ({ children }: { readonly children: ReactNode }) => <ul className={classes.acts}>{children}</ul>;

export const Act = ({
  name,
  does,
  children,
}: {
  readonly name: string;
  readonly does: ReactNode;
  readonly children: ReactNode;
}) => (
  <li>
    <strong>{name}</strong>
    <span>{does}</span>
    <div>{children}</div>
  </li>
);

/** The last part of a page about something: its end, which asks before it comes. */
export const EndPart = ({
  name,
  does,
  disabled = false,
  onAsk,
}: {
  readonly name: string;
  readonly does: string;
  readonly disabled?: boolean;
  readonly onAsk: () => void;
}) => (
  <Part title="Cannot be undone" danger>
    <ActList>
      <Act name={name} does={does}>
        <Button variant="default" size="xs" c="var(--danger)" disabled={disabled} onClick={onAsk}>
          Delete...
        </Button>
      </Act>
    </ActList>
  </Part>
);

/** For a field of a form that stands where a Fact stood: label at the left, the field at the right. */
export const lineField = classes.field;
