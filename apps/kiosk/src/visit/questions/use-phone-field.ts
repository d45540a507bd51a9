import { type ComponentProps, type RefObject, useLayoutEffect, useState } from 'react';
import { type Country, formatPhone } from './phone.ts';

interface PhoneField {
  typed: string;
  /** Formats the text as the country writes it and keeps the caret between the same digits. */
  props: Pick<ComponentProps<'input'>, 'ref' | 'value' | 'onChange'>;
  /** At the caret, as a key of the keyboard. */
  insert: (key: string) => void;
  erase: () => void;
}

const longest = 20;

interface PhoneFieldOptions {
  before: string;
  country: Country['code'];
  onType: (typed: string, isLonger: boolean) => void;
}

/** A phone number typed by keyboard or keypad. */
export function usePhoneField(
  field: RefObject<HTMLInputElement | null>,
  { before, country, onType }: PhoneFieldOptions,
): PhoneField {
  const [edited, setEdited] = useState({ typed: before, behind: 0 });
  const { typed } = edited;
  const shown = formatPhone(typed, country);
  useLayoutEffect(() => {
    const caret = placeOf(field.current?.value ?? '', edited.behind);
    field.current?.setSelectionRange(caret, caret);
  }, [edited, field]);

  const set = (digitsBefore: string, digitsBehind: string) => {
    const now = (digitsBefore + digitsBehind).slice(0, longest);
    setEdited({ typed: now, behind: digitsBehind.length });
    onType(now, now.length > typed.length);
  };
  const parts = () => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [start, end] = [selectionStart ?? shown.length, selectionEnd ?? shown.length];
    return [shown.slice(0, start), shown.slice(start, end), shown.slice(end)].map(digitsOf);
  };
  return {
    typed,
    props: {
      ref: field,
      value: shown,
      onChange: ({ currentTarget: { value, selectionEnd }, nativeEvent }) => {
        const digitsBehind = digitsOf(value.slice(selectionEnd ?? value.length));
        const digitsBefore = digitsOf(value.slice(0, selectionEnd ?? value.length));
        // A formatting character was erased and would return, so the digit before it is erased.
        const isGap = digitsBefore + digitsBehind === typed && isErasing(nativeEvent);
        set(isGap ? digitsBefore.slice(0, -1) : digitsBefore, digitsBehind);
      },
    },
    insert(key) {
      const [head = '', , tail = ''] = parts();
      set(head + key, tail);
    },
    erase() {
      const [head = '', marked = '', tail = ''] = parts();
      set(marked === '' ? head.slice(0, -1) : head, tail);
    },
  };
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^\d+]/g, '');
}

function isErasing(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === 'deleteContentBackward';
}

/** The position in a text with this many digits after it. */
function placeOf(text: string, behind: number): number {
  let place = text.length;
  for (let left = behind; left > 0 && place > 0;) {
    place -= 1;
    if (/[\d+]/.test(text.charAt(place))) left -= 1;
  }
  return place;
}
