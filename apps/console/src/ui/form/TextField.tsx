import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { FocusEvent, HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type FieldProps, useField } from './use-field.ts';
import { writing } from '../keyboard/writing.ts';

interface TextFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'url'>;
  written?: keyof typeof writing;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  lang?: string;
  rightSection?: ReactNode;
  onLeave?: (event: FocusEvent) => void;
}

export function TextField<In extends FieldValues, Out>(props: TextFieldProps<In, Out>) {
  const { type = 'text', autoComplete = 'off', placeholder, lang, rightSection, written, onLeave } = props;
  const { field, look } = useField(props);
  return (
    <TextInput
      {...look}
      {...field}
      value={field.value ?? ''}
      onBlur={(event) => {
        field.onBlur();
        onLeave?.(event);
      }}
      type={type}
      autoComplete={autoComplete}
      placeholder={placeholder}
      lang={lang}
      rightSection={rightSection}
      {...(written && writing[written])}
    />
  );
}
