import type { FieldValues } from 'react-hook-form';
import { Checkbox } from './Checkbox.tsx';
import { type FieldProps, useField } from './use-field.ts';

/** Yes or no, with the label on the right. */
export function CheckboxField<In extends FieldValues, Out>(props: FieldProps<In, Out>) {
  const { field, look } = useField(props);
  const { size: _, ...box } = look;
  return (
    <Checkbox
      {...box}
      ref={field.ref}
      name={field.name}
      checked={field.value === true}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}
