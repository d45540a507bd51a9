import { useEffect, useRef } from 'react';

/** A scanner types faster than a person, and ends with Enter. */
const gapMilliseconds = 80;
const shortestCode = 12;

/** Hands over what a scanner reads that types like a keyboard. */
export function useScanner(isOn: boolean, onCode: (code: string) => void): void {
  const handOver = useRef(onCode);
  useEffect(() => {
    handOver.current = onCode;
  });
  useEffect(() => {
    if (!isOn) return;
    let code = '';
    let typedAt = 0;
    const type = (event: KeyboardEvent) => {
      if (event.timeStamp - typedAt > gapMilliseconds) code = '';
      typedAt = event.timeStamp;
      if (event.key === 'Enter' && code.length >= shortestCode) {
        event.preventDefault();
        event.stopPropagation();
        handOver.current(code);
        code = '';
      } else if (event.key.length === 1) code += event.key;
    };
    window.addEventListener('keydown', type, { capture: true });
    return () => window.removeEventListener('keydown', type, { capture: true });
  }, [isOn]);
}
