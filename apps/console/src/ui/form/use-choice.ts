import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { fold } from '@vestibule/web/fold.ts';
import { useState } from 'react';

interface Option {
  value: number;
  label: string;
}

interface Named {
  id: number;
  name: string;
}

interface Source {
  data: { pages: readonly { rows: readonly Named[] }[] } | undefined;
  /** The pages belong to an earlier search. */
  isPlaceholderData: boolean;
  isFetching: boolean;
  isError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** The server searches from three characters on. Before that, the loaded options are filtered. `preset` shows before its page is loaded. */
export function useChoice(preset: Named | null) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const presetOption = preset && { value: preset.id, label: preset.name };
  const isPreset = chosen?.value === presetOption?.value;
  /** Shown as chosen although its page is not loaded. */
  const shown = [isPreset ? null : chosen, presetOption].filter((option) => option !== null);

  // The name of the chosen option is not a search.
  const words = shown.some(({ label }) => label === typed) ? '' : typed.trim();
  const settled = useDebouncedValue(words, 200);
  const search = settled.length >= searchMinimum.company ? settled : '';
  const isWaiting = words !== settled && words.length >= searchMinimum.company;

  function optionsFrom({ data: { pages } = { pages: [] }, isPlaceholderData }: Source): Option[] {
    const listed = pages.flatMap(({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name })));
    if (words === '') return [...listed, ...shown.filter(({ value }) => !listed.some((each) => each.value === value))];
    const rank = ({ label }: Option) => matchRank(label, words);
    // The server may match other properties. Such options follow those that match by name.
    const isFound = search === words && !isPlaceholderData;
    return listed.filter((option) => isFound || rank(option) < 2).toSorted((one, other) => rank(one) - rank(other));
  }

  return {
    search,
    from(source: Source, onChosen?: (id: number | null) => void) {
      const options = optionsFrom(source);
      return {
        searchable: true,
        options,
        hasMatch: words !== '' && options.length > 0,
        source: { isFetching: source.isFetching || isWaiting, isError: source.isError },
        onSearch: setTyped,
        onEnd: () => source.hasNextPage && void source.fetchNextPage(),
        onChosen: (id: number | null) => {
          setChosen(options.find(({ value }) => value === id) ?? null);
          onChosen?.(id);
        },
      };
    },
    clear: () => {
      setTyped('');
      setChosen(null);
    },
  };
}

/** 0 if the text starts with the typed text, 1 if it contains it, else 2. */
export function matchRank(text: string, typed: string): 0 | 1 | 2 {
  const place = fold(text).indexOf(fold(typed.trim()));
  if (place < 0) return 2;
  return place === 0 ? 0 : 1;
}
