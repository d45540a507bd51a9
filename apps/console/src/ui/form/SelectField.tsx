import { ComboBox } from '@vestibule/ui/ComboBox.tsx';
import { Select } from '@vestibule/ui/Select.tsx';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { matchRank } from './use-choice.ts';
import { type FieldProps, useField } from './use-field.ts';

interface SelectFieldProps<In extends FieldValues, Out, Value extends string | number> extends FieldProps<In, Out> {
  options: readonly Option<Value>[];
  none?: string;
  clearable?: boolean;
  searchable?: boolean;
  /** The caller filters the options by the typed text. */
  onSearch?: (search: string) => void;
  /** With `onSearch`: whether an option matches, so that Enter chooses the first. */
  hasMatch?: boolean;
  source?: Source;
  onEnd?: () => void;
  onChosen?: (value: Value | null) => void;
}

interface Option<Value> {
  value: Value;
  label: string;
  /** The language of the label, if it is not that of the page. */
  lang?: string;
}

interface Source {
  isFetching: boolean;
  isError: boolean;
}

/** A combobox if `searchable`, else a select. */
export function SelectField<In extends FieldValues, Out, Value extends string | number>(
  props: SelectFieldProps<In, Out, Value>,
) {
  const { options, none, clearable = false, searchable = false, onSearch, hasMatch, source, onEnd, onChosen } = props;
  const { t } = useTranslation();
  const { field, look } = useField(props);
  const [search, setSearch] = useState('');
  const all: Option<string>[] = options.map((option) => ({ ...option, value: String(option.value) }));
  if (none !== undefined) all.unshift({ value: noneValue, label: none });
  const isEmpty = field.value === null || field.value === undefined;
  const chosen = all.find(({ value }) => value === (isEmpty ? noneValue : String(field.value))) ?? null;
  const choose = (text: string | null) => {
    const value = options.find((option) => String(option.value) === text)?.value ?? null;
    field.onChange(value);
    onChosen?.(value);
  };

  const shared = {
    label: look.label,
    description: look.description,
    error: look.error,
    size: look.size,
    isDisabled: look.disabled,
    isRequired: look['aria-required'],
    name: field.name,
    onBlur: field.onBlur,
    ref: field.ref,
    placeholder: t('ui.select.placeholder'),
    emptyText: t(nothingFrom(source)),
    chosen,
    onChoose: choose,
  };
  if (!searchable) return <Select {...shared} options={all} />;

  const shown = onSearch || search === '' ? all : matching(all, search);
  return (
    <ComboBox
      {...shared}
      options={shown}
      onSearch={onSearch ?? setSearch}
      hasMatch={onSearch ? (hasMatch ?? false) : shown.length > 0}
      onEnd={onEnd}
      clearLabel={clearable ? t('ui.search.clear') : undefined}
      onClear={() => choose(null)}
    />
  );
}

/** A value that no option has as its id or key. */
const noneValue = '\u2205';

/** Options that start with the typed text come first. */
function matching(options: readonly Option<string>[], typed: string): Option<string>[] {
  const rank = ({ label }: Option<string>) => matchRank(label, typed);
  return options.filter((option) => rank(option) < 2).toSorted((one, other) => rank(one) - rank(other));
}

function nothingFrom(source: Source | undefined) {
  if (source?.isFetching) return 'ui.list.loading';
  return source?.isError ? 'ui.list.failed' : 'ui.select.nothing';
}
