import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import classes from './Select.module.css';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export interface Suggestion {
  key: string;
  name: string;
  detail: string;
}

interface SuggestInputProps extends Omit<TextInputProps, 'ref'> {
  suggestions: readonly Suggestion[];
  onSuggestion: (key: string) => void;
  listLabel: string;
  foundText: string;
  ref?: Ref<HTMLInputElement>;
}

/** The arrow keys choose one; without them Enter submits the form. */
export function SuggestInput(props: SuggestInputProps) {
  const { suggestions, onSuggestion, listLabel, foundText, onChange, onBlur, ...input } = props;
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isShown = isOpen && suggestions.length > 0;
  const active = isShown ? suggestions[at] : undefined;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.key]);

  const close = () => {
    setOpen(false);
    setAt(-1);
  };
  const choose = (key: string) => {
    close();
    onSuggestion(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isShown) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const from = at < 0 && step < 0 ? 0 : at;
      setAt((from + step + suggestions.length) % suggestions.length);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active.key);
    } else if (event.key === 'Escape') {
      // Closes the list before the dialog around it.
      event.stopPropagation();
      close();
    }
  };

  return (
    <div className={classes.suggest}>
      <TextInput
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={active && `${id}-${active.key}`}
        onChange={(event) => {
          setOpen(true);
          setAt(-1);
          onChange?.(event);
        }}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
        onKeyDown={onKeyDown}
      />
      <span className="unseen" aria-live="polite">
        {isShown && foundText}
      </span>
      {isShown && (
        <div
          ref={list}
          className={`${classes.options} ${classes.suggestions}`}
          id={id}
          role="listbox"
          aria-label={listLabel}
        >
          {suggestions.map(({ key, name, detail }) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the focus and its keys
            <div
              key={key}
              id={`${id}-${key}`}
              className={classes.option}
              role="option"
              aria-labelledby={`${id}-${key}-words`}
              tabIndex={-1}
              aria-selected={key === active?.key}
              data-focused={key === active?.key || undefined}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(key)}
            >
              <span id={`${id}-${key}-words`}>
                {name} <span className={classes.detail}>{detail}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
