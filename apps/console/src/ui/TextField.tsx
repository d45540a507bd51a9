import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { TextInput } from './TextInput.tsx';
import { type FieldProps, useField } from './use-field.ts';

interface TextFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email'>;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  placeholder?: string;
  rightSection?: ReactNode;
}

/** A line of text in a form, with its label above, help below and what is wrong with it in its place. */
export function TextField<In extends FieldValues, Out>(props: TextFieldProps<In, Out>) {
  const { type = 'text', autoComplete = 'off', maxLength, placeholder, rightSection } = props;
  const { field, look } = useField(props);
  return (
    <TextInput
      {...look}
      {...field}
      value={field.value ?? ''}
      type={type}
      autoComplete={autoComplete}
      maxLength={maxLength}
      placeholder={placeholder}
      rightSection={rightSection}
    />
  );
}
