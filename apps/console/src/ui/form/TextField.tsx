import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use-field.ts';
import { writing } from '../keyboard/writing.ts';

interface TextFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'url'>;
  written?: keyof typeof writing;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  maxLength?: number;
  placeholder?: string;
  lang?: string;
  rightSection?: ReactNode;
}

export function TextField<In extends FieldValues, Out>(props: TextFieldProps<In, Out>) {
  const { type = 'text', autoComplete = 'off', maxLength, placeholder, rightSection, lang, written } = props;
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
      lang={lang}
      rightSection={rightSection}
      {...(written && writing[written])}
    />
  );
}
