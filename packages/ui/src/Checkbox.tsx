import type { Ref } from 'react';
import { CheckboxButton, CheckboxField, FieldError, SwitchButton, SwitchField, Text } from 'react-aria-components';
import classes from './Checkbox.module.css';
import { Check } from './icons.tsx';
import { useKeptFocus } from './keep-focus.ts';
import switchClasses from './Switch.module.css';

interface CheckboxProps {
  label: string;
  isLabelHidden?: boolean | undefined;
  lang?: string | undefined;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  onBlur?: (() => void) | undefined;
  description?: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  name?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox(props: CheckboxProps) {
  const { label, isLabelHidden = false, lang, isChecked, onChange, onBlur, description, error, name, ref } = props;
  return (
    <CheckboxField
      inputRef={ref ?? null}
      isSelected={isChecked}
      onChange={onChange}
      onBlur={onBlur}
      isDisabled={props.isDisabled ?? false}
      isRequired={props.isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      name={name}
      aria-label={isLabelHidden ? label : undefined}
    >
      <CheckboxButton className={classes.checkbox ?? ''} lang={lang} data-alone={isLabelHidden || undefined}>
        <span className={classes.box}>{isChecked && <Check size={16} strokeWidth={3} aria-hidden />}</span>
        {!isLabelHidden && label}
      </CheckboxButton>
      {description && error === undefined && (
        <Text slot="description" className={classes.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={classes.error ?? ''}>{error}</FieldError>
    </CheckboxField>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function Switch({ label, isOn, onChange }: SwitchProps) {
  const input = useKeptFocus<HTMLInputElement>(false);
  return (
    <span className={switchClasses.place} title={label}>
      <SwitchField inputRef={input} isSelected={isOn} onChange={onChange} aria-label={label}>
        <SwitchButton className={switchClasses.switch ?? ''}>
          <span className={switchClasses.track} />
        </SwitchButton>
      </SwitchField>
    </span>
  );
}
