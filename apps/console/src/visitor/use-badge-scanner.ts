import { useEffect, useEffectEvent } from 'react';
import { createScanner } from './scanner.ts';

/**
 * Hears a scanner that types the code of a badge like a keyboard, wherever on the screen the focus is but in a field for text. While it
 * types, nothing else hears the keys, so that no letter of a code is taken for a shortcut. A search, in which the focus stays when somebody
 * was looked for, has the letters until the code is whole, and then again what stood there before.
 */
export function useBadgeScanner(onCode: (code: string) => void): void {
  const hear = useEffectEvent(onCode);
  useEffect(() => {
    const scanner = createScanner();
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const search = target instanceof HTMLInputElement && target.type === 'search' ? target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || (takesText(target) && !search)) return;
      const heard = scanner.press(event.key, event.timeStamp);
      if (heard === 'nothing' || (heard === 'part' && search)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (heard === 'part') return;
      if (search) takeOut(search, heard.code);
      hear(heard.code);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|file)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** Takes what was typed last out of a field again. */
function takeOut(field: HTMLInputElement, typed: string) {
  const end = field.selectionEnd ?? field.value.length;
  field.setRangeText('', Math.max(0, end - typed.length), end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
