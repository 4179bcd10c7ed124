import type { ReactNode } from 'react';
import { Checkbox } from '../../components/form/checkbox.tsx';
import classes from './integrations.module.css';

/** Several of a list that is offered whole, each in words and by its name. */
export function CheckList<Value extends string>({
  legend,
  offered,
  chosen,
  onChange,
}: {
  readonly legend: string;
  readonly offered: readonly { readonly value: Value; readonly words: string }[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: Value[]) => void;
}) {
  return (
    <fieldset className={classes.scopes}>
      <legend>{legend}</legend>
      {offered.map(({ value, words }) => (
        <label key={value}>
          <Checkbox
            checked={chosen.includes(value)}
            onChange={(checked) => onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
          />
          <span>
            {words} <code>{value}</code>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** One thing that is on or off, in words. */
export const Check = ({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
  readonly children: ReactNode;
}) => (
  <label>
    <Checkbox checked={checked} onChange={onChange} />
    <span>{children}</span>
  </label>
);
