import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

/** `+1 202 555 0100` out of whatever was typed or pasted; at most 10 digits after the country code. */
export function maskPhone(text: string): string {
  const all = text.replace(/\D/g, '');
  const digits = (all.length > 10 || text.trim().startsWith('+') ? all.replace(/^1/, '') : all).slice(0, 10);
  if (digits === '') return text.trim().startsWith('+') ? '+1 ' : '';
  return ['+1', digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join(' ');
}

export interface PhoneInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'defaultValue' | 'checked' | 'defaultChecked'
> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}

/** A phone number under a mask: +1 and 10 digits. The value is what stands in the field; the contract drops its blanks. */
export function PhoneInput({ value = '', onChange, ...rest }: PhoneInputProps) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+1 111 1111 111"
      {...rest}
      value={value}
      onChange={(event) => onChange?.(maskPhone(event.currentTarget.value))}
    />
  );
}
