import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { Search, X } from '@vestibule/ui/icons.tsx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ListBar.module.css';
import { useShortcut } from '../keyboard/shortcuts.ts';
import type { ListState } from './use-list-state.ts';

/** Ms from the last letter to the search. */
const debounceMs = 250;

interface SearchFieldProps {
  /** Receives the search after a pause in typing; '' if it is cleared or too short. */
  list: Pick<ListState, 'search' | 'setSearch'>;
  label: string;
  minimum: number;
}

/** `/` focuses it, Escape clears it. */
export function SearchField({ list: { search: value, setSearch: onSearch }, label, minimum }: SearchFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [applied, setApplied] = useState(value);
  const [next, setNext] = useState<string | null>(null);
  // Searches that the address does not have yet. It changes a moment later, when the field may have more letters.
  const [begun, setBegun] = useState<readonly string[]>([]);
  const search = (words: string) => {
    setNext(null);
    if (words === (begun.at(-1) ?? value)) return;
    setBegun([...begun, words]);
    onSearch(words);
  };
  const searchNow = useEffectEvent(search);
  useShortcut('/', t('ui.shortcut.search'), () => input.current?.focus());

  // The back button changed the search.
  if (value !== applied) {
    const place = begun.lastIndexOf(value);
    setApplied(value);
    setBegun(place < 0 ? [] : begun.slice(place + 1));
    if (place < 0) {
      setTyped(value);
      setNext(null);
    }
  }

  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => searchNow(next), debounceMs);
    return () => clearTimeout(timer);
  }, [next]);

  const change = (words: string) => {
    setTyped(words);
    setNext(effective(words, minimum));
  };
  const clear = () => {
    setTyped('');
    search('');
    input.current?.focus();
  };

  const isShort = typed.trim() !== '' && effective(typed, minimum) === '';
  return (
    <TextInput
      ref={input}
      className={classes.searchField}
      type="search"
      aria-label={label}
      placeholder={label}
      description={isShort ? t('ui.search.minimum', { count: minimum }) : undefined}
      value={typed}
      maxLength={200}
      autoComplete="off"
      leftSection={<Search size={18} aria-hidden />}
      rightSection={typed && <IconButton icon={X} label={t('ui.search.clear')} onClick={clear} />}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && typed && clear()}
    />
  );
}

function effective(typed: string, minimum: number): string {
  const words = typed.trim();
  return words.length < minimum ? '' : words;
}
