import { Check, ChevronDown, X } from './icons.tsx';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import {
  Button,
  ComboBox as AriaComboBox,
  ComboBoxStateContext,
  FieldError,
  Group,
  Input,
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
import { submitForm } from './submit-form.ts';

export interface Option {
  value: string;
  label: string;
  lang?: string | undefined;
}

interface ChoiceProps {
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

/** One of several options. Five show before the list scrolls. Letters and the arrow keys also choose in the closed list. */
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
      {/* A modal list: one that is not modal closes when the page scrolls, as it does when the focused option comes into view. */}
      <Popover {...popover}>
        <Options options={options} emptyText={choice.emptyText} />
      </Popover>
    </AriaSelect>
  );
}

export interface ComboBoxProps extends ChoiceProps {
  onSearch: (text: string) => void;
  hasMatch: boolean;
  onEnd?: (() => void) | undefined;
  clearLabel?: string | undefined;
  onClear?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function ComboBox({ onSearch, hasMatch, onEnd, clearLabel, onClear, ref, ...choice }: ComboBoxProps) {
  const { label, options, chosen, onChoose, error, isDisabled, isRequired, size, name, onBlur } = choice;
  const [typed, setTyped] = useState<string | null>(null);
  const search = (text: string | null) => {
    setTyped(text);
    onSearch(text ?? '');
  };

  return (
    <AriaComboBox
      className={classes.field ?? ''}
      data-size={size}
      items={options}
      value={chosen?.value ?? null}
      inputValue={typed ?? chosen?.label ?? ''}
      onInputChange={(text) => search(text === (chosen?.label ?? '') ? null : text)}
      onChange={(key) => {
        search(null);
        if (key !== null && key !== chosen?.value) onChoose(String(key));
      }}
      menuTrigger="focus"
      allowsEmptyCollection
      isDisabled={isDisabled ?? false}
      isRequired={isRequired ?? false}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      name={name}
      onBlur={onBlur}
    >
      <Label className={classes.label ?? ''}>{label}</Label>
      <Group className={classes.line ?? ''}>
        <SearchInput {...choice} isTyped={typed !== null} ref={ref} />
        {clearLabel && chosen ? (
          <Button
            slot={null}
            excludeFromTabOrder
            className={classes.clear ?? ''}
            aria-label={clearLabel}
            onPress={() => onClear?.()}
          >
            <X size={16} aria-hidden />
          </Button>
        ) : (
          <ChevronDown className={classes.chevron} size={16} aria-hidden />
        )}
      </Group>
      <Below {...choice} />
      <ComboPopover label={label}>
        <Options options={options} emptyText={choice.emptyText} onEnd={onEnd} />
      </ComboPopover>
      {/* Below the options, so that its effect runs last: a list that opened empty drops the highlight when options arrive. */}
      <FirstMatch first={typed !== null && hasMatch ? options[0]?.value : undefined} />
    </AriaComboBox>
  );
}

interface SearchInputProps extends Pick<ChoiceProps, 'placeholder' | 'chosen'> {
  isTyped: boolean;
  ref?: Ref<HTMLInputElement> | undefined;
}

function SearchInput({ placeholder, chosen, isTyped, ref }: SearchInputProps) {
  const state = useContext(ComboBoxStateContext);
  const isOpen = state?.isOpen ?? false;

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isOpen) return;
    // Escape closes the list before it closes the dialog around it.
    if (event.key === 'Escape') event.stopPropagation();
    // Scrolling the page would close the list.
    if (event.key === 'PageDown' || event.key === 'PageUp') event.preventDefault();
    // A list that opened with the focus does not keep Enter from submitting the form.
    if (event.key === 'Enter' && !isTyped && state?.selectionManager.focusedKey === null)
      submitForm(event.currentTarget);
  };

  return (
    <Input
      ref={ref}
      className={classes.input ?? ''}
      placeholder={placeholder}
      lang={chosen?.lang}
      onKeyDown={onKeyDown}
      // Typing after a click replaces the chosen option, as it does after Tab.
      onClick={({ currentTarget }) => {
        if (!isTyped) currentTarget.select();
        state?.open(null, 'focus');
      }}
    />
  );
}

/** Highlights the first option while the typed text matches it. */
function FirstMatch({ first }: { first: string | undefined }) {
  const state = useContext(ComboBoxStateContext);
  useEffect(() => {
    if (first === undefined || !state?.isOpen) return;
    const { collection, selectionManager } = state;
    const { focusedKey } = selectionManager;
    // The list may have been empty, with only the item that loads more.
    if (focusedKey !== null && collection.getItem(focusedKey)?.type === 'item') return;
    if (collection.getItem(first)) selectionManager.setFocusedKey(first);
  });
  return null;
}

function Below({ description, error }: Pick<ChoiceProps, 'description' | 'error'>): ReactNode {
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

const popover = { className: classes.popover ?? '', offset: 8, placement: 'bottom start' } as const;

/**
 * The list of a combobox. Unlike React Aria's, it stays open while the page scrolls, and it hides nothing from screen readers. A region,
 * because it is outside the landmarks of the page.
 */
function ComboPopover({ label, children }: { label: string; children: ReactNode }) {
  const state = useContext(ComboBoxStateContext);
  const isOpen = state?.isOpen ?? false;
  const close = useEffectEvent(() => state?.close());

  // React Aria hides everything else from screen readers, except the top layer. Runs before the effect that hides.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const visible = [...document.body.children].filter((element) => !element.hasAttribute(topLayer));
    for (const element of visible) element.setAttribute(topLayer, '');
    return () => {
      for (const element of visible) element.removeAttribute(topLayer);
    };
  }, [isOpen]);

  // The list moves with the page, but not with the content of a dialog.
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeInDialog = ({ target }: Event) => {
      const field = document.activeElement;
      if (target instanceof Element && target !== field && target.contains(field)) close();
    };
    addEventListener('scroll', closeInDialog, true);
    return () => removeEventListener('scroll', closeInDialog, true);
  }, [isOpen]);

  return (
    // Without `onOpenChange` a scroll does not close the list. The field closes it on blur, Escape and a choice.
    <Popover {...popover} isOpen={isOpen} aria-label={label} render={(dom) => <div {...dom} role="region" />}>
      {children}
    </Popover>
  );
}

const topLayer = 'data-react-aria-top-layer';

interface OptionsProps extends Pick<ChoiceProps, 'options' | 'emptyText'> {
  onEnd?: (() => void) | undefined;
}

function Options({ options, emptyText, onEnd }: OptionsProps) {
  return (
    <ListBox
      className={classes.options ?? ''}
      renderEmptyState={() => <span className={classes.empty}>{emptyText}</span>}
    >
      {options.map(({ value, label, lang }) => (
        <ListBoxItem key={value} id={value} className={classes.option ?? ''} textValue={label}>
          {({ isSelected }) => (
            <>
              {isSelected && <Check className={classes.check} size={14} aria-hidden />}
              <span lang={lang}>{label}</span>
            </>
          )}
        </ListBoxItem>
      ))}
      {onEnd && <ListBoxLoadMoreItem onLoadMore={onEnd} />}
    </ListBox>
  );
}
