import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { CountryCode } from 'libphonenumber-js/min';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../phone-groups.ts';
import { type FieldProps, useField } from './use-field.ts';

interface PhoneFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** The country of numbers without a dial code; Norway by default. */
  country?: CountryCode | undefined;
  rightSection?: ReactNode;
  describedBy?: string;
  onLeave?: () => void;
}

/** A phone number with digits and `+` only. Shows the formatted number below. */
export function PhoneField<In extends FieldValues, Out>({
  country = 'NO',
  rightSection,
  describedBy,
  onLeave,
  ...props
}: PhoneFieldProps<In, Out>) {
  const { t } = useTranslation();
  const { field, look } = useField(props);
  const phone = useUnderstoodPhone(field.value ?? '', country);
  return (
    <TextInput
      {...look}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.currentTarget.value.replace(/[^\d+]/g, ''))}
      description={phone ? t('ui.form.phoneUnderstood', { phone: groupsOf(phone).join(' ') }) : look.description}
      onBlur={() => {
        field.onBlur();
        onLeave?.();
      }}
      type="tel"
      inputMode="tel"
      aria-describedby={describedBy}
      autoComplete="off"
      maxLength={32}
      rightSection={rightSection}
    />
  );
}

/** The number in stored form, or null. */
function useUnderstoodPhone(typed: string, country: CountryCode): string | null {
  const [understood, setUnderstood] = useState<{ typed: string; phone: string | null } | null>(null);

  useEffect(() => {
    if (typed.length < 3) return;
    let isCurrent = true;
    const understand = async () => {
      const { understandPhone } = await import('./phone.ts');
      if (isCurrent) setUnderstood({ typed, phone: understandPhone(typed, country) });
    };
    // Without the parser the server checks the number.
    understand().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [typed, country]);

  return understood?.typed === typed ? understood.phone : null;
}
