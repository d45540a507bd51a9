import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import type { InvitationTexts } from '@vestibule/phrases/en/kiosks/invitation.ts';
import { kiosk as english, type KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import type { StaffTexts } from '@vestibule/phrases/en/kiosks/staff.ts';
import type { Plural } from '@vestibule/phrases/plural.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** English is absent where it is not in the first load: those screens have it. */
interface SpokenTexts extends KioskTexts, Partial<StaffTexts> {
  invitation?: InvitationTexts;
}

interface Spoken {
  language: Language;
  texts: SpokenTexts;
  /** Loads the texts of the language, then changes to it. Keeps the language if they cannot be loaded. */
  speak: (language: Language) => void;
}

const SpokenContext = createContext<Spoken | null>(null);

export function Texts({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState<Omit<Spoken, 'speak'>>({ language: 'en', texts: english });
  const wanted = useRef<Language>(null);
  const speak = useCallback((language: Language) => {
    wanted.current = language;
    // A slow download must not override a later choice.
    textsIn(language).then((texts) => wanted.current === language && setSpoken({ language, texts }), reportError);
  }, []);
  const { tag } = languagesOfInterface[spoken.language];
  useEffect(() => {
    document.documentElement.lang = tag;
  }, [tag]);
  const value = useMemo(() => ({ ...spoken, speak }), [spoken, speak]);
  return <SpokenContext value={value}>{children}</SpokenContext>;
}

export function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (!spoken) throw new Error('useSpoken() needs <Texts> above it.');
  return spoken;
}

export function useTexts(): KioskTexts {
  return useSpoken().texts;
}

export function browserLanguage(): Language {
  const own = navigator.languages.map((tag) => tag.split('-')[0]?.replace(/^(no|nn)$/, 'nb'));
  const known = own.map((subtag) => languages.find((each) => languagesOfInterface[each].tag === subtag));
  return known.find((language) => language !== undefined) ?? 'en';
}

async function textsIn(language: Language): Promise<SpokenTexts> {
  if (language === 'en') return english;
  const { kioskTexts } = await import('@vestibule/phrases/kiosk-texts.ts');
  return kioskTexts(language);
}

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => String(values[name] ?? mark));
}

/** Returns the plural form for the count. */
export function fillCount(forms: Plural, language: Language, count: number): string {
  const { tag } = languagesOfInterface[language];
  const form = forms[new Intl.PluralRules(tag).select(count)] ?? forms.other;
  return fill(form, { count: new Intl.NumberFormat(tag).format(count) });
}
