import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Stay } from '@vestibule/contract/visits/stay.ts';
import { pass as english, type PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { passTexts } from '@vestibule/phrases/pass-texts.ts';
import { isOtherZone } from '@vestibule/web/zone.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Band } from './Band.tsx';
import { Failure, Notice, problemText } from './Notice.tsx';
import { type Reason, reasonOf, send } from './pass-calls.ts';
import { StillHere } from './StillHere.tsx';
import { nameOfZone, whenAt } from './when.ts';
import { useDocument } from './use-page.ts';

interface Shown {
  stay: Stay | null;
  t: PassTexts;
  language: Language;
  problem: Reason | null;
}

/** The question whether a visitor without a pass is still here. */
export function StayPage({ token }: { token: string }) {
  const path = `/api/v1/stay/${encodeURIComponent(token)}`;
  const [shown, setShown] = useState<Shown>({ stay: null, t: english, language: 'en', problem: null });
  const [isBusy, setIsBusy] = useState(false);
  const { stay, t, language, problem } = shown;
  const { tag } = languagesOfInterface[language];

  const chosenRef = useRef<Language>(null);

  const show = useCallback(async (work: Promise<Stay>) => {
    setIsBusy(true);
    try {
      const stay = await work;
      const language = chosenRef.current ?? stay.language;
      const t = await textsIn(language);
      // During the call the visitor can choose a language.
      const isLast = (chosenRef.current ?? language) === language;
      setShown((before) => ({ ...(isLast ? { language, t } : before), stay, problem: null }));
    } catch (error) {
      setShown((before) => ({ ...before, problem: reasonOf(error) }));
    } finally {
      setIsBusy(false);
    }
  }, []);
  const choose = async (language: Language) => {
    chosenRef.current = language;
    const t = await textsIn(language);
    if (chosenRef.current === language) setShown((before) => ({ ...before, language, t }));
  };
  const act = (name: 'still_here' | 'check_out') => void (isBusy || show(send('POST', `${path}/${name}`)));

  useEffect(() => void show(send('GET', path)), [show, path]);
  useDocument(tag, t.stillHere);

  if (problem === 'linkInvalid') return <Notice title={t.unknown} text={t.unknownHelp} />;
  if (!stay) {
    if (problem === null) return <Notice title={t.loading} isBusy />;
    return <Failure t={t} problem={problem} onRetry={() => location.reload()} />;
  }
  const { building, checkedInAt, checkedOutAt, tenant } = stay;
  const clock = (moment: string) => whenAt(moment, building.timeZone, tag).time;
  return (
    <>
      <Band
        building={building}
        label={t.language}
        language={language}
        onLanguage={(language) => void choose(language)}
      />
      <main class="ticket" aria-busy={isBusy}>
        <div class="part stack" aria-live="polite">
          {checkedOutAt === null ? (
            <>
              <p class="state here">{t.inside(clock(checkedInAt))}</p>
              <p>{tenant.name}</p>
              <StillHere
                t={t}
                clock={clock}
                isBusy={isBusy}
                stay={stay}
                onStay={() => act('still_here')}
                onLeave={() => act('check_out')}
              />
            </>
          ) : (
            <>
              <p class="state">{t.left(clock(checkedOutAt))}</p>
              <h1>{t.thanks}</h1>
              <p>{tenant.name}</p>
            </>
          )}
          {isOtherZone(building.timeZone) && <p class="small gray">{t.zone(nameOfZone(building.timeZone))}</p>}
        </div>
      </main>
      <p class="problem" role="alert">
        {problem !== null && problemText(t, problem)}
      </p>
    </>
  );
}

function textsIn(language: Language): Promise<PassTexts> {
  return passTexts(language).catch(() => english);
}
