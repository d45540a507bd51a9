import { useDebouncedValue } from '@mantine/hooks';
import { searchMinimum } from '@vestibule/contract/values.ts';
import { fold } from '@vestibule/web/fold.ts';
import { useState } from 'react';

export interface Option {
  value: number;
  label: string;
}

interface Named {
  id: number;
  name: string;
}

/**
 * A choice out of a list that may be too long to have here: from three characters on the server searches, and before
 * that what is here is narrowed. `preset` can be shown as chosen before its page has come.
 */
export function useChoice(preset: Named | null) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option | null>(null);
  const presetOption = preset && { value: preset.id, label: preset.name };

  // The field shows the name of what is chosen; that is no search.
  const words = [chosen, presetOption].some((option) => option?.label === typed) ? '' : typed.trim();
  const [settled] = useDebouncedValue(words, 200);
  const isSearch = words.length >= searchMinimum.company;

  function optionsFrom(pages: readonly { rows: readonly Named[] }[] = []): Option[] {
    const listed = pages.flatMap(({ rows }) => rows.map(({ id, name }) => ({ value: id, label: name })));
    const narrowed = isSearch ? listed : listed.filter(({ label }) => fold(label).includes(fold(words)));
    const missing = [chosen, presetOption].filter(
      (option) => option !== null && !narrowed.some(({ value }) => value === option.value),
    );
    return [...narrowed, ...missing.filter((option) => option !== null)];
  }

  return {
    /** What to ask the server for. */
    search: isSearch && settled.length >= searchMinimum.company ? settled : '',
    type: setTyped,
    choose: setChosen,
    optionsFrom,
  };
}
