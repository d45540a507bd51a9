import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use-field.ts';

/** Yes or no, with the label on the right. */
export function CheckboxField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { field, look } = useField(props);
  return (
    <Checkbox
      {...look}
      ref={field.ref}
      name={field.name}
      checked={field.value === true}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
