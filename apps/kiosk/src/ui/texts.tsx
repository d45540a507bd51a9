import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { kiosk as english, type KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';

interface Spoken {
  language: Language;
  texts: KioskTexts;
  /** Changes the language as soon as its texts are here; where they cannot be fetched, it stays as it is. */
  speak: (language: Language) => void;
}

const SpokenContext = createContext<Spoken | null>(null);

/** Gives everything below the texts of a language, English first. */
export function Texts({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState<Omit<Spoken, 'speak'>>({ language: 'en', texts: english });
  const speak = useCallback((language: Language) => {
    textsIn(language).then((texts) => setSpoken({ language, texts }), reportError);
  }, []);
  const { tag } = languagesOfInterface[spoken.language];
  useEffect(() => {
    document.documentElement.lang = tag;
  }, [tag]);
  const value = useMemo(() => ({ ...spoken, speak }), [spoken, speak]);
  return <SpokenContext value={value}>{children}</SpokenContext>;
}

/** The language that is spoken now, and how to change it. */
export function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (!spoken) throw new Error('There are texts only below <Texts>.');
  return spoken;
}

/** The texts in the language that is spoken now. */
export function useTexts(): KioskTexts {
  return useSpoken().texts;
}

/** The first language of the browser that the kiosk speaks, else English. */
export function browserLanguage(): Language {
  const own = navigator.languages.map((tag) => tag.split('-')[0]?.replace(/^(no|nn)$/, 'nb'));
  const known = own.map((subtag) => languages.find((each) => languagesOfInterface[each].tag === subtag));
  return known.find((language) => language !== undefined) ?? 'en';
}

async function textsIn(language: Language): Promise<KioskTexts> {
  if (language === 'en') return english;
  const { kioskTexts } = await import('@vestibule/phrases/kiosk-texts.ts');
  return kioskTexts(language);
}
