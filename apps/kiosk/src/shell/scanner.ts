import { useEffect, useRef } from 'react';

/** A scanner types faster than a person, and ends with Enter. */
const gapMs = 80;
const shortestCode = 12;

export function useScanner(isOn: boolean, onCode: (code: string) => void): void {
  const callback = useRef(onCode);
  useEffect(() => {
    callback.current = onCode;
  });
  useEffect(() => {
    if (!isOn) return;
    let code = '';
    let typedAt = 0;
    const type = (event: KeyboardEvent) => {
      if (event.timeStamp - typedAt > gapMs) code = '';
      typedAt = event.timeStamp;
      if (event.key === 'Enter' && code.length >= shortestCode) {
        event.preventDefault();
        event.stopPropagation();
        callback.current(code);
        code = '';
      } else if (event.key.length === 1) code += event.key;
    };
    window.addEventListener('keydown', type, { capture: true });
    return () => window.removeEventListener('keydown', type, { capture: true });
  }, [isOn]);
}

/** Returns the code of a badge or pass in a scanned text, alone or at the end of a link, or null. Scanners may mistake the slashes. */
export function codeIn(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return /(?:^|[^0-9A-Z]|PASS)([VP][0-9A-Z]{20}|[0-9A-HJKMNP-TV-Z]{26})$/.exec(letters)?.[1] ?? null;
}
