import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { CountryCode } from 'libphonenumber-js/min';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues } from 'react-hook-form';
import { groupsOf } from '../phone-groups.ts';
import { type FieldProps, useField } from './use-field.ts';
import { useUnderstoodPhone } from './use-understood-phone.ts';

interface PhoneFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** The country of numbers without a dial code; Norway by default. */
  country?: CountryCode | undefined;
  rightSection?: ReactNode;
  describedBy?: string;
  onLeave?: () => void;
}

/** The user types digits and `+`. Without the focus, the field shows a complete number in groups. */
export function PhoneField<In extends FieldValues, Out>({
  country = 'NO',
  rightSection,
  describedBy,
  onLeave,
  ...props
}: PhoneFieldProps<In, Out>) {
  const { field, look } = useField({ ...props, maxLength: 32 });
  const typed: string = field.value ?? '';
  const understood = useUnderstoodPhone(typed, country);
  const [hasFocus, setFocused] = useState(false);
  return (
    <TextInput
      {...look}
      {...field}
      value={understood && !hasFocus ? groupsOf(understood.phone).join(' ') : typed}
      onChange={(event) => field.onChange(event.currentTarget.value.replace(/[^\d+]/g, ''))}
      onFocus={({ currentTarget }) => {
        if (!understood) return setFocused(true);
        // The typed text replaces the groups at once, so that a selection of all stays one.
        flushSync(() => setFocused(true));
        currentTarget.select();
      }}
      onBlur={() => {
        setFocused(false);
        field.onBlur();
        onLeave?.();
      }}
      type="tel"
      inputMode="tel"
      aria-describedby={describedBy}
      autoComplete="off"
      rightSection={rightSection}
    />
  );
}
