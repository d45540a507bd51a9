import { type ComponentProps, type KeyboardEvent, useContext, useEffect, useEffectEvent } from 'react';
import { ComboBox, ComboBoxStateContext, Group, Input, Label } from 'react-aria-components';
import { ComboPopover } from './ComboBox.tsx';
import { Below, type Option, Options } from './Select.tsx';
import classes from './Select.module.css';
import { submitForm } from './submit-form.ts';

interface SuggestInputProps extends Pick<
  ComponentProps<'input'>,
  'autoCapitalize' | 'autoCorrect' | 'spellCheck' | 'maxLength' | 'ref'
> {
  label: string;
  value: string;
  onType: (text: string) => void;
  suggestions: readonly Option[];
  onSuggestion: (value: string) => void;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  size?: 'medium' | 'large' | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
}

/** A text input whose suggestions open when they arrive. Without a suggestion chosen by the arrow keys, Enter submits the form. */
export function SuggestInput(props: SuggestInputProps) {
  const {
    label,
    value,
    onType,
    suggestions,
    onSuggestion,
    error,
    isDisabled,
    isRequired,
    size,
    name,
    onBlur,
    ...input
  } = props;
  return (
    <ComboBox
      className={classes.field ?? ''}
      data-size={size}
      items={suggestions}
      value={null}
      inputValue={value}
      onInputChange={(text) => {
        if (text !== value) onType(text);
      }}
      onChange={(key) => {
        if (key !== null) onSuggestion(String(key));
      }}
      allowsCustomValue
      isDisabled={isDisabled ?? false}
      isRequired={isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      name={name}
      onBlur={onBlur}
    >
      <Label className={classes.label ?? ''}>{label}</Label>
      {/* The width of the list is that of a group. */}
      <Group>
        <TypedInput {...input} suggestions={suggestions} />
      </Group>
      <Below error={error} />
      <ComboPopover label={label}>
        <Options options={suggestions} emptyText="" />
      </ComboPopover>
    </ComboBox>
  );
}

type TypedInputProps = ComponentProps<typeof Input> & Pick<SuggestInputProps, 'suggestions'>;

function TypedInput({ suggestions, ...input }: TypedInputProps) {
  const state = useContext(ComboBoxStateContext);
  const isOpen = state?.isOpen ?? false;
  const open = useEffectEvent(() => {
    if (suggestions.length > 0 && state?.isFocused) state.open(null, 'input');
  });

  // React Aria opens the list for a typed letter, but not for suggestions that arrive later.
  const found = suggestions.map(({ value }) => value).join();
  useEffect(() => open(), [found]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isOpen) return;
    // Escape closes the list before it closes the dialog around it.
    if (event.key === 'Escape') event.stopPropagation();
    if (event.key === 'Enter' && state?.selectionManager.focusedKey === null) submitForm(event.currentTarget);
  };

  return <Input {...input} className={classes.input ?? ''} autoComplete="off" onKeyDown={onKeyDown} />;
}
