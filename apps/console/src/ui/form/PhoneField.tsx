import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { CountryCode } from 'libphonenumber-js/min';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../phone-groups.ts';
import { type FieldProps, useField } from './use-field.ts';

interface PhoneFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  /** Where a number without a country code is. Norway if not given. */
  country?: CountryCode | undefined;
  rightSection?: ReactNode;
  /** The id of what is said about the number elsewhere. */
  describedBy?: string;
  /** Called when the field has been left. */
  onLeave?: () => void;
}

/** A phone number. Keeps only digits and `+`, and shows below what was understood, such as +47 400 12 345. */
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

/** The number as it is stored, or null while it is not a possible one. */
function useUnderstoodPhone(typed: string, country: CountryCode): string | null {
  const [understood, setUnderstood] = useState<{ typed: string; phone: string | null } | null>(null);

  useEffect(() => {
    if (typed.length < 3) return;
    let isCurrent = true;
    const understand = async () => {
      const { understandPhone } = await import('./phone.ts');
      if (isCurrent) setUnderstood({ typed, phone: understandPhone(typed, country) });
    };
    // Without a network nothing is shown below, and the server reads the number all the same.
    understand().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [typed, country]);

  return understood?.typed === typed ? understood.phone : null;
}
