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
}

export function useField<In extends FieldValues, Out>({
  control,
  name,
  label,
  help,
  disabled,
  required = false,
  size = 'medium',
  initialFocus,
}: FieldProps<In, Out>) {
  const { field, fieldState } = useController({ control, name });
  const errorText = useErrorText();
  const key = fieldState.error?.message;
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
