import { type KeyboardEvent, useState } from 'react';
import { createTypeahead } from './typeahead.ts';

/** How far PageDown and PageUp go: as many options as show at once. */
const page = 5;

interface SelectKeys {
  /** What is typed narrows the options; else its letters go to one of them. */
  isWritten: boolean;
  texts: readonly string[];
  /** Which of them is chosen; -1 is none. */
  chosen: number;
  choose: (index: number) => void;
}

/**
 * The keys of a list of options that the library has none for. PageDown and PageUp go on by a page. Where something is written, Tab takes
 * the option that is highlighted, as Enter does; where nothing is, Home and End go to the ends, and letters to the option that begins with
 * them: a list that is closed chooses it.
 */
export function useSelectKeys({ isWritten, texts, chosen, choose }: SelectKeys) {
  const [findTyped] = useState(createTypeahead);

  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { currentTarget: field, key } = event;
    const isOpen = field.ariaExpanded === 'true';
    const options = isOpen ? optionsOf(field) : [];
    // Enter in an open list chooses; where what is typed was not found yet, it does not send the form either. A list that opened by itself,
    // when the field was come to with Tab, is in nobody's way.
    const isPassing = isWritten && (field.value === '' || field.value === texts[chosen]) && reachedIn(options) < 0;
    if (isOpen && key === 'Enter' && !isPassing) event.preventDefault();
    if (key === 'Enter') countAgain(field, options);
    // Whoever types a name and goes on with Tab has seen it found: nothing else says that it would not be sent.
    if (key === 'Tab' && isWritten) click(options[reachedIn(options)]);
    const at = isOpen ? placeOf(options) : chosen;
    const typed = isWritten ? undefined : findTyped(event, texts, at);
    const last = options.length - 1;
    const paged = { PageUp: Math.max(at - page, 0), PageDown: Math.min(at + page, last) }[key];
    const to = typed ?? paged ?? (isWritten ? undefined : { Home: 0, End: last }[key]);
    if (to === undefined || (typed === undefined && last < 0)) return;
    event.preventDefault();
    if (isOpen) goTo(field, at, to);
    else choose(to);
  };
}

/**
 * Tells a screen reader which option of an open list is highlighted, also where no key went to it: the first of those that answer what is
 * typed.
 */
export function tellHighlighted(field: HTMLInputElement): void {
  const options = field.ariaExpanded === 'true' ? optionsOf(field) : [];
  const { id } = options[reachedIn(options)] ?? {};
  if (id !== undefined && id !== field.getAttribute('aria-activedescendant')) countAgain(field, options);
}

function click(option: Element | undefined): void {
  if (option instanceof HTMLElement) option.click();
}

function optionsOf(field: HTMLInputElement): Element[] {
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll('[role="option"]') ?? [])];
}

function reachedIn(options: readonly Element[]): number {
  return options.findIndex((option) => option.hasAttribute('data-combobox-selected'));
}

/** Where the arrow keys would go on from: what they came to last, else what is chosen. */
function placeOf(options: readonly Element[]): number {
  const reached = reachedIn(options);
  return reached < 0 ? options.findIndex((option) => option.hasAttribute('data-combobox-active')) : reached;
}

/** The library counts from the place that an option had when it was gone to. Where options came before it since, Enter takes it all the same. */
function countAgain(field: HTMLInputElement, options: readonly Element[]) {
  const reached = reachedIn(options);
  if (reached < 0) return;
  goTo(field, 0, 1);
  goTo(field, reachedIn(options), reached);
}

/** By the arrow keys: the library tells nobody how else to go to an option. */
function goTo(field: HTMLInputElement, from: number, to: number) {
  const code = to > from ? 'ArrowDown' : 'ArrowUp';
  for (let steps = Math.abs(to - from); steps > 0; steps--) {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }));
  }
}
