import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import { useErrorText } from '../problem-text.ts';

/** What every field of a form takes. `help` stands below the field. */
export interface FieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
  label: string;
  help?: string;
  disabled?: boolean;
  /** It cannot be left empty: said to a screen reader, and in a dialog by a star. */
  required?: boolean;
  size?: 'medium' | 'large';
  /** Has the focus when the dialog or the screen opens. */
  initialFocus?: boolean;
}

/** Binds one field of a form: its value and handlers, and what is wrong with it in words. */
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
