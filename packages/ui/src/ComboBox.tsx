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
  Group,
  Input,
  Label,
  Popover,
} from 'react-aria-components';
import { ChevronDown, X } from './icons.tsx';
import { Below, type ChoiceProps, Options, popover } from './Select.tsx';
import classes from './Select.module.css';
import { submitForm } from './submit-form.ts';

export interface ComboBoxProps extends ChoiceProps {
  onSearch: (text: string) => void;
  hasMatch: boolean;
  /** Options for the typed text are on their way. Enter waits for them and chooses the first. */
  isSearching?: boolean | undefined;
  onEnd?: (() => void) | undefined;
  clearLabel?: string | undefined;
  onClear?: (() => void) | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function ComboBox(props: ComboBoxProps) {
  const { onSearch, hasMatch, isSearching = false, onEnd, clearLabel, onClear, ref, ...choice } = props;
  const { label, options, chosen, onChoose, error, isDisabled, isRequired, size, name, onBlur } = choice;
  const [typed, setTyped] = useState<string | null>(null);
  const [isHurried, setHurried] = useState(false);
  const first = typed !== null && hasMatch ? options[0]?.value : undefined;
  const search = (text: string | null) => {
    setHurried(false);
    setTyped(text);
    onSearch(text ?? '');
  };

  const choose = (key: string | undefined) => {
    search(null);
    if (key !== undefined && key !== chosen?.value) onChoose(key);
  };

  const waitForOptions = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === null || !isSearching) return;
    event.preventDefault();
    event.stopPropagation();
    setHurried(true);
  };

  return (
    <AriaComboBox
      className={classes.field ?? ''}
      data-size={size}
      items={options}
      value={chosen?.value ?? null}
      inputValue={typed ?? chosen?.label ?? ''}
      onInputChange={(text) => search(text === (chosen?.label ?? '') ? null : text)}
      onChange={(key) => choose(key === null ? undefined : String(key))}
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
      <Group className={classes.line ?? ''} render={(dom) => <div {...dom} onKeyDownCapture={waitForOptions} />}>
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
      <FirstMatch first={first} isTaken={isHurried && !isSearching} onTaken={() => setHurried(false)} />
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

interface FirstMatchProps {
  first: string | undefined;
  isTaken: boolean;
  onTaken: () => void;
}

function FirstMatch({ first, isTaken, onTaken }: FirstMatchProps) {
  const state = useContext(ComboBoxStateContext);
  useEffect(() => {
    if (first === undefined || !state?.isOpen) return;
    const { collection, selectionManager } = state;
    const { focusedKey } = selectionManager;
    // The list may have been empty, with only the item that loads more.
    if (focusedKey !== null && collection.getItem(focusedKey)?.type === 'item') {
      if (!isTaken) return;
      onTaken();
      state.commit();
      return;
    }
    if (collection.getItem(first)) selectionManager.setFocusedKey(first);
  });
  return null;
}

/**
 * Unlike React Aria's list, it stays open while the page scrolls, and it hides nothing from screen readers. A region, because it is outside
 * the landmarks of the page.
 */
export function ComboPopover({ label, children }: { label: string; children: ReactNode }) {
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
