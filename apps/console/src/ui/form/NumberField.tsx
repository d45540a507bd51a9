import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use-field.ts';

interface NumberFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  min?: number;
  max?: number;
}

/** A number in a form; null while nothing is typed. What is out of bounds can be typed, and is marked when it is sent. */
export function NumberField<In extends FieldValues, Out>(props: NumberFieldProps<In, Out>) {
  const { min, max } = props;
  const { field, look } = useField(props);
  return (
    <TextInput
      {...look}
      {...field}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      value={field.value ?? ''}
      autoComplete="off"
      onChange={({ currentTarget: { value, valueAsNumber } }) => field.onChange(value === '' ? null : valueAsNumber)}
    />
  );
}
