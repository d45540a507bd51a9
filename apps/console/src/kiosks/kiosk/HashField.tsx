import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from '../../ui/form/use-field.ts';
import { writing } from '../../ui/keyboard/writing.ts';

interface HashFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

/** The code that a device shows, in capitals however it is typed. */
export function HashField<In extends FieldValues, Out>({ control, name }: HashFieldProps<In, Out>) {
  const { t } = useTranslation();
  const { field, look } = useField({
    control,
    name,
    label: t('kiosks.field.hash'),
    help: t('kiosks.field.hashHelp'),
    required: true,
  });
  return (
    <TextInput
      {...look}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
      maxLength={32}
      autoComplete="off"
      {...writing.capitals}
    />
  );
}
