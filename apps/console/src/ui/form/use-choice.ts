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

/** Pages of what there is to choose from, asked for with `search`. */
interface Source {
  data: { pages: readonly { rows: readonly Named[] }[] } | undefined;
  /** The pages are those of an earlier search. */
  isPlaceholderData: boolean;
  isFetching: boolean;
  isError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * A choice out of a list that may be too long to have here: from three characters on the server searches, and before
 * that what is here is narrowed. `preset` can be shown as chosen before its page has come.
 */
export function useChoice(preset: Named | null) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const presetOption = preset && { value: preset.id, label: preset.name };
  const isPreset = chosen?.value === presetOption?.value;
  /** What the field may show as chosen, though its page is not here. */
  const shown = [isPreset ? null : chosen, presetOption].filter((option) => option !== null);

  // The name of what is chosen, which the field shows, is no search.
  const words = shown.some(({ label }) => label === typed) ? '' : typed.trim();
  const settled = useDebouncedValue(words, 200);
  const search = settled.length >= searchMinimum.company ? settled : '';
  const isWaiting = words !== settled && words.length >= searchMinimum.company;

  function optionsFrom({ data: { pages } = { pages: [] }, isPlaceholderData }: Source): Option[] {
    const listed = pages.flatMap(({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name })));
    if (words === '') return [...listed, ...shown.filter(({ value }) => !listed.some((each) => each.value === value))];
    const rank = ({ label }: Option) => matchRank(label, words);
    // What the server found for these words may match by more than the name: it follows those that match by it.
    const isFound = search === words && !isPlaceholderData;
    return listed.filter((option) => isFound || rank(option) < 2).toSorted((one, other) => rank(one) - rank(other));
  }

  return {
    /** What to ask the server for. */
    search,
    /** What a `SelectField` needs in order to offer what has come so far, and to fetch more. */
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

/** How well a text answers what was typed to find it: 0 begins with it, 1 has it, 2 has it not. */
export function matchRank(text: string, typed: string): 0 | 1 | 2 {
  const place = fold(text).indexOf(fold(typed.trim()));
  if (place < 0) return 2;
  return place === 0 ? 0 : 1;
}
