import { useEffect, useRef } from 'react';
import classes from './checkbox.module.css';

export interface CheckboxProps {
  /** Left out where the box stands in a label of its own. */
  readonly label?: string;
  readonly checked: boolean;
  /** Some, not all, of what this box stands for. */
  readonly indeterminate?: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: number;
  /** @param range Shift was held: everything from the last one to this. */
  readonly onChange: (checked: boolean, range: boolean) => void;
}

/** The one look of a checkbox; in a row it is named by its label alone. */
export function Checkbox({ label, checked, indeterminate = false, disabled = false, tabIndex, onChange }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={classes.box}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      tabIndex={tabIndex}
      onChange={(event) => onChange(event.currentTarget.checked, (event.nativeEvent as unknown as MouseEvent).shiftKey)}
    />
  );
}
