import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import { answerTexts } from '@vestibule/phrases/answer-texts.ts';
import { answer as english, type AnswerTexts } from '@vestibule/phrases/en/visits/answer.ts';
import { hostTextsByWing } from '@vestibule/phrases/host-texts.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { createContext, useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLater } from '../../ui/load-later.ts';
import { dateLocale } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';

/** The console is in English, so staff read the English answers. */
export const AnswerWords = createContext<AnswerTexts>(english);

export function useAnswerWords(): AnswerTexts {
  return useContext(AnswerWords);
}

/** The language that the host or the browser chose, also before its texts are loaded. */
function useHostLanguage(): Language {
  const { i18n } = useTranslation();
  return languages.find((language) => language === i18n.language) ?? 'en';
}

/** Of weekdays and fields. English ones are as in the console. */
export function useHostLocale(): string {
  const language = useHostLanguage();
  return language === 'en' ? dateLocale : languagesOfInterface[language].tag;
}

/** Loads the texts of hosts in the chosen language, and adds them to those of the console. Null while they load; English after a failure. */
export function useHostTexts(): AnswerTexts | null {
  const { i18n } = useTranslation();
  const language = useHostLanguage();
  const [loaded, setLoaded] = useState<{ language: Language; words: AnswerTexts } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = () => Promise.all([hostTextsByWing(language), answerTexts(language)]);
    const add = ([texts, words]: Awaited<ReturnType<typeof load>>) => {
      if (!isCurrent) return;
      for (const [wing, subjects] of Object.entries(texts ?? {})) {
        i18n.addResourceBundle(language, wing, subjects, true, true);
      }
      // It was English while there were no texts.
      document.documentElement.lang = languagesOfInterface[language].tag;
      setLoaded({ language, words });
    };
    const fail = () => {
      if (!isCurrent) return;
      toast(i18n.t('ui.problem.network'));
      setLoaded({ language, words: english });
    };
    void loadLater(load).then(add, fail);
    return () => {
      isCurrent = false;
    };
  }, [i18n, language]);
  return loaded?.language === language ? loaded.words : null;
}
