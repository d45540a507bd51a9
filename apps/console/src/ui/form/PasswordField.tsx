import type { FieldValues } from 'react-hook-form';
import { PasswordInput } from './PasswordInput.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface PasswordFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  autoComplete: 'current-password' | 'new-password' | 'off';
}

export function PasswordField<In extends FieldValues, Out>(props: PasswordFieldProps<In, Out>) {
  const { field, look } = useField(props);
  return <PasswordInput {...look} {...field} value={field.value ?? ''} autoComplete={props.autoComplete} />;
}
