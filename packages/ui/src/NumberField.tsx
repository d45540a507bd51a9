import type { Ref } from 'react';
import { FieldError, Input, Label, NumberField as AriaNumberField, Text } from 'react-aria-components';
import field from './TextInput.module.css';

interface NumberFieldProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur: () => void;
  /** Bounds of the arrow keys. A number beyond them can be typed. */
  min?: number | undefined;
  max?: number | undefined;
  description?: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  size?: 'medium' | 'large' | undefined;
  name?: string | undefined;
  isFirst?: boolean | undefined;
  ref?: Ref<HTMLInputElement>;
}

const whole: Intl.NumberFormatOptions = { maximumFractionDigits: 0, useGrouping: false };

export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, onBlur, min, max, description, error, isDisabled, isRequired, size, name } = props;
  return (
    <AriaNumberField
      className={field.field ?? ''}
      data-size={size ?? 'medium'}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      onBlur={onBlur}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      commitBehavior="validate"
      formatOptions={whole}
      isDisabled={isDisabled ?? false}
      isRequired={isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      name={name}
      isWheelDisabled
    >
      <Label className={field.label ?? ''}>{label}</Label>
      <Input ref={props.ref} className={field.input ?? ''} data-autofocus={props.isFirst || undefined} />
      {description && (
        <Text slot="description" className={field.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
    </AriaNumberField>
  );
}
