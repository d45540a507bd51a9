import type { CountryCode } from 'libphonenumber-js/min';
import { useEffect, useState } from 'react';
import type { UnderstoodPhone } from './phone.ts';

/** Null while the number is not complete, and until the parser has loaded. */
export function useUnderstoodPhone(typed: string, country: CountryCode): UnderstoodPhone | null {
  const [understood, setUnderstood] = useState<{ typed: string; country: CountryCode; as: UnderstoodPhone | null }>();

  useEffect(() => {
    if (typed.length < 3) return;
    let isCurrent = true;
    const understand = async () => {
      const { understandPhone } = await import('./phone.ts');
      if (isCurrent) setUnderstood({ typed, country, as: understandPhone(typed, country) });
    };
    // Without the parser the server checks the number.
    understand().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [typed, country]);

  return understood?.typed === typed && understood.country === country ? understood.as : null;
}
