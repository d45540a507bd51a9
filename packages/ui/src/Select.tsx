import { Check, ChevronDown, type Icon } from './icons.tsx';
import type { ReactNode, Ref } from 'react';
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import classes from './Select.module.css';

export interface Option {
  value: string;
  /** In the field. The list shows the same unless there is a `title`. */
  label: string;
  lang?: string | undefined;
  title?: string | undefined;
  detail?: string | undefined;
  icon?: Icon | undefined;
}

export interface ChoiceProps {
  label: string;
  options: readonly Option[];
  chosen: Option | null;
  onChoose: (value: string) => void;
  placeholder: string;
  emptyText: string;
  description?: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  size?: 'medium' | 'large' | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
}

export interface SelectProps extends ChoiceProps {
  ref?: Ref<HTMLButtonElement>;
}

/** Five show before the list scrolls. Letters and the arrow keys also choose in the closed list. */
export function Select({ ref, ...choice }: SelectProps) {
  const { label, options, chosen, onChoose, placeholder, error, isDisabled, isRequired, size, name, onBlur } = choice;
  return (
    <AriaSelect
      className={classes.field ?? ''}
      data-size={size}
      value={chosen?.value ?? null}
      onChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
      placeholder={placeholder}
      isDisabled={isDisabled ?? false}
      isRequired={isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      name={name}
      onBlur={onBlur}
    >
      <Label className={classes.label ?? ''} data-required={isRequired || undefined}>
        {label}
      </Label>
      <Button ref={ref} className={classes.input ?? ''} lang={chosen?.lang}>
        <SelectValue className={classes.value ?? ''} />
        <ChevronDown className={classes.chevron} size={16} aria-hidden />
      </Button>
      <Below {...choice} />
      {/* Other lists close when the page scrolls, as when the focused option comes into view. */}
      <Popover {...popover}>
        <Options options={options} emptyText={choice.emptyText} />
      </Popover>
    </AriaSelect>
  );
}

export function Below({ description, error }: Pick<ChoiceProps, 'description' | 'error'>): ReactNode {
  return (
    <>
      {description && (
        <Text slot="description" className={classes.description ?? ''}>
          {description}
        </Text>
      )}
      <FieldError className={classes.error ?? ''}>{error}</FieldError>
    </>
  );
}

export const popover = { className: classes.popover ?? '', offset: 8, placement: 'bottom start' } as const;

interface OptionsProps extends Pick<ChoiceProps, 'options' | 'emptyText'> {
  onEnd?: (() => void) | undefined;
}

export function Options({ options, emptyText, onEnd }: OptionsProps) {
  return (
    <ListBox
      className={classes.options ?? ''}
      renderEmptyState={() => <span className={classes.empty}>{emptyText}</span>}
    >
      {options.map(({ value, label, lang, title, detail, icon: Icon }) => (
        <ListBoxItem key={value} id={value} className={classes.option ?? ''} textValue={label}>
          {({ isSelected }) => (
            <>
              {isSelected && <Check className={classes.check} size={14} aria-hidden />}
              {!isSelected && Icon && <Icon className={classes.icon} size={16} aria-hidden />}
              {detail === undefined ? (
                <span lang={lang}>{label}</span>
              ) : (
                <span>
                  {title ?? label} <span className={classes.detail}>{detail}</span>
                </span>
              )}
            </>
          )}
        </ListBoxItem>
      ))}
      {onEnd && <ListBoxLoadMoreItem onLoadMore={onEnd} />}
    </ListBox>
  );
}
