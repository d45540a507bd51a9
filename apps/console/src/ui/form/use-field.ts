import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useErrorText } from '../problem-text.ts';

export interface FieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  help?: string;
  disabled?: boolean;
  required?: boolean;
  size?: 'medium' | 'large';
  initialFocus?: boolean;
  /** As in the contract. A longer text stays and is marked at once. */
  maxLength?: MaxLength;
}

type MaxLength = 32 | 120 | 200 | 254 | 500 | 512;

export function useField<In extends FieldValues, Out>({
  control,
  name,
  label,
  help,
  disabled,
  required = false,
  size = 'medium',
  initialFocus,
  maxLength,
}: FieldProps<In, Out>) {
  const { field, fieldState } = useController({ control, name });
  const errorText = useErrorText();
  const key = fieldState.error?.message ?? tooLong(field.value, maxLength);
  const look = {
    label,
    description: help,
    disabled,
    'aria-required': required || undefined,
    size,
    error: key === undefined ? undefined : errorText(key),
    'data-autofocus': initialFocus || undefined,
  };
  return { field, look };
}

/** The key of the text that marks it. */
export function tooLong(value: unknown, maxLength: MaxLength | undefined): `max${MaxLength}chars` | undefined {
  if (maxLength === undefined || typeof value !== 'string') return undefined;
  return value.trim().length > maxLength ? `max${maxLength}chars` : undefined;
}
