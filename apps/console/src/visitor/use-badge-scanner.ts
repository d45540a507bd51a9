import { useEffect, useEffectEvent } from 'react';
import { createScanner } from './scanner.ts';

/**
 * Hears a scanner that types the code of a badge like a keyboard, wherever on the screen the focus is but in a field for text. While it
 * types, nothing else hears the keys, so that no letter of a code is taken for a shortcut.
 */
export function useBadgeScanner(onCode: (code: string) => void): void {
  const hear = useEffectEvent(onCode);
  useEffect(() => {
    const scanner = createScanner();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
      const heard = scanner.press(event.key, event.timeStamp);
      if (heard === 'nothing') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (heard !== 'part') hear(heard.code);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|file)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}
