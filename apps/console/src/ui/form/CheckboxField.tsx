import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use-field.ts';

export function CheckboxField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { field, look } = useField(props);
  return (
    <Checkbox
      label={look.label}
      description={look.description}
      error={look.error}
      isDisabled={look.disabled}
      isRequired={look['aria-required']}
      ref={field.ref}
      name={field.name}
      isChecked={field.value === true}
      onBlur={field.onBlur}
      onChange={field.onChange}
    />
  );
}
