import { type OptionsFilter, Select } from '@mantine/core';
import { Check } from '@vestibule/ui/icons.tsx';
import { type UIEvent, useEffect, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { matchRank } from './match-rank.ts';
import { type FieldProps, useField } from './use-field.ts';
import { tellHighlighted, useSelectKeys } from '../keyboard/use-select-keys.ts';

interface SelectFieldProps<In extends FieldValues, Out, Value extends string | number> extends FieldProps<In, Out> {
  options: readonly Option<Value>[];
  /** Offers, first of all, to choose none of them: the text of that option, which sets the field to null. */
  none?: string;
  /** Lets the choice be taken back, which sets the field to null. */
  clearable?: boolean;
  /** Lets the options be narrowed by typing. */
  searchable?: boolean;
  /** Given, the caller narrows the options itself: called with what is typed. */
  onSearch?: (search: string) => void;
  /** Given with `onSearch`: some of the options answer what is typed, and Enter takes the first of them. */
  hasMatch?: boolean;
  /** Where the options come from, to say why there are none. */
  source?: Source;
  /** Called when the end of the options has come into sight, to fetch more of them. */
  onEnd?: () => void;
  /** Called after the choice was made by hand. */
  onChosen?: (value: Value | null) => void;
}

interface Option<Value> {
  value: Value;
  label: string;
  /** The language of the label, where it is not that of the page. */
  lang?: string;
}

interface Source {
  isFetching: boolean;
  isError: boolean;
}

/** One of several. Five options show before the list scrolls; ids may be numbers. */
export function SelectField<In extends FieldValues, Out, Value extends string | number>(
  props: SelectFieldProps<In, Out, Value>,
) {
  const { options, none, clearable = false, searchable = false, onSearch, hasMatch, source, onEnd, onChosen } = props;
  const { t } = useTranslation();
  const { field, look } = useField(props);
  const data = options.map((option) => ({ value: String(option.value), label: option.label }));
  if (none !== undefined) data.unshift({ value: noneValue, label: none });
  const isEmpty = field.value === null || field.value === undefined;
  const shown = isEmpty ? (none === undefined ? null : noneValue) : String(field.value);
  const chosen = data.find(({ value }) => value === shown)?.label;
  const langOf = (text: string | null) => options.find((option) => String(option.value) === text)?.lang;
  const choose = (text: string | null) => {
    const value = options.find((option) => String(option.value) === text)?.value ?? null;
    field.onChange(value);
    onChosen?.(value);
  };
  const onKeyDown = useSelectKeys({
    isWritten: searchable,
    texts: data.map(({ label }) => label),
    chosen: data.findIndex(({ value }) => value === shown),
    choose: (index) => choose(data[index]?.value ?? null),
  });
  const input = useRef<HTMLInputElement>(null);
  // The options that are told of may have come just now.
  useEffect(() => {
    if (input.current) tellHighlighted(input.current);
  });

  return (
    <div onScrollCapture={onEnd && callAtEnd(onEnd)}>
      <Select
        {...look}
        ref={(element) => {
          input.current = element;
          field.ref(element);
        }}
        name={field.name}
        onBlur={field.onBlur}
        value={shown}
        onChange={choose}
        data={data}
        lang={langOf(shown)}
        placeholder={t('ui.select.placeholder')}
        nothingFoundMessage={t(nothingFrom(source))}
        clearable={clearable}
        // Only the sign that it opens, where no button is.
        rightSectionProps={{ 'aria-hidden': !clearable || undefined }}
        allowDeselect={false}
        clearButtonProps={{ 'aria-label': t('ui.search.clear') }}
        searchable={searchable}
        // Options that come after what was typed: when this becomes true, the first of them is gone to.
        selectFirstOptionOnChange={onSearch ? hasMatch : searchable}
        onKeyDown={onKeyDown}
        onKeyUp={({ currentTarget }) => tellHighlighted(currentTarget)}
        // What is typed after a press takes the place of what is chosen, as it does after Tab.
        onClick={({ currentTarget }) => searchable && currentTarget.value === chosen && currentTarget.select()}
        // The options are part of the dialog, for a screen reader too, and may be longer than it, but not than the window.
        comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', middlewares: { size: { apply: tellRoom } } }}
        {...(options.some(({ lang }) => lang) && {
          renderOption: ({ option, checked }) => (
            <>
              {checked && <Check size={14} aria-hidden />}
              <span lang={langOf(option.value)}>{option.label}</span>
            </>
          ),
        })}
        {...(onSearch && { onSearchChange: onSearch })}
        filter={onSearch ? ({ options: all }) => all : matching}
      />
    </div>
  );
}

/** Lets the style sheet know how much of the window is left below the field, or above it. */
function tellRoom({ availableHeight, elements }: Room) {
  elements.floating.style.setProperty('--room', `${Math.floor(availableHeight)}px`);
}

interface Room {
  availableHeight: number;
  elements: { floating: HTMLElement };
}

/** No id and no key of ours. */
const noneValue = '\u2205';

/** The options with what is typed in them, those first that begin with it: Enter takes the first. */
const matching: OptionsFilter = ({ options, search }) => {
  const rank = (option: (typeof options)[number]) => ('label' in option ? matchRank(option.label, search) : 2);
  return options.filter((option) => rank(option) < 2).toSorted((one, other) => rank(one) - rank(other));
};

/** What is said in the place of options. */
function nothingFrom(source: Source | undefined) {
  if (source?.isFetching) return 'ui.list.loading';
  return source?.isError ? 'ui.list.failed' : 'ui.select.nothing';
}

/** The end of a list that scrolls has come into sight. */
function callAtEnd(onEnd: () => void) {
  return ({ target }: UIEvent) => {
    if (target instanceof Element && target.scrollTop + target.clientHeight >= target.scrollHeight - 1) onEnd();
  };
}
