import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Pass } from '@vestibule/contract/visits/pass.ts';
import { pass as english, type PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { passTexts } from '@vestibule/phrases/pass-texts.ts';
import { createReadOrder } from '@vestibule/web/read-order.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Asking } from './Asking.tsx';
import { Band, isLanguage } from './Band.tsx';
import { GuestDetails } from './GuestDetails.tsx';
import { Failure, Notice, problemText } from './Notice.tsx';
import { ProvePhone } from './ProvePhone.tsx';
import { type PassCalls, type Reason, reasonOf } from './pass-calls.ts';
import { isInside, Ticket, type View } from './Ticket.tsx';
import { useDocument, useLoading } from './use-page.ts';

interface Shown {
  pass: Pass | null;
  t: PassTexts;
  tag: string;
  problem: Reason | null;
  isErased: boolean;
  /** The guest's, or the one chosen on the page. */
  language: Language;
  /** When the pass was read. */
  readAt: number;
}

/** The host's answer appears soon. Before the visit, changes of the meeting do. */
const pollInsideMs = 5_000;
const pollMs = 10_000;

const nothing: Shown = { pass: null, t: english, tag: 'en', problem: null, isErased: false, language: 'en', readAt: 0 };

export function PassPage({ calls }: { calls: PassCalls }) {
  const [shown, setShown] = useState(nothing);
  const [view, setView] = useState<View>('ticket');
  const [isBusy, setIsBusy] = useState(false);
  const [order] = useState(createReadOrder);
  const chosenRef = useRef(readLanguage());
  const { pass, t, tag, problem, isErased, language, readAt } = shown;

  const load = useCallback(async () => {
    const isLatest = order.begin();
    try {
      const next = await shownIn(await calls.read(), chosenRef.current);
      if (isLatest()) setShown(next);
    } catch (error) {
      if (isLatest()) setShown((before) => ({ ...before, problem: reasonOf(error) }));
    }
  }, [calls, order]);
  const choose = (language: Language) => {
    chosenRef.current = language;
    keepLanguage(language);
    void load();
  };
  /** The Back button of the phone closes a question, and stays on the pass. */
  const open = (view: View) => {
    history.pushState(null, '');
    setView(view);
  };
  const close = () => {
    if (view !== 'ticket') history.back();
    setView('ticket');
  };
  /** Runs one act at a time. A refusal stays on the page until the next act. */
  const act = async (work: () => Promise<Pass | null>) => {
    if (isBusy) return;
    setIsBusy(true);
    order.dropEarlier();
    try {
      const next = await work();
      if (!next) keepLanguage(null);
      close();
      setShown(next ? await shownIn(next, chosenRef.current) : { ...nothing, t, tag, isErased: true });
    } catch (error) {
      setShown((before) => ({ ...before, problem: reasonOf(error) }));
    } finally {
      order.dropEarlier();
      setIsBusy(false);
    }
  };

  useLoading(load);
  useEffect(() => {
    const leave = () => {
      setView('ticket');
      setShown((before) => ({ ...before, problem: null }));
    };
    window.addEventListener('popstate', leave);
    return () => window.removeEventListener('popstate', leave);
  }, []);
  useEffect(() => {
    if (!pass || problem === 'passUnknown' || view !== 'ticket' || isBusy) return undefined;
    const poll = () => void (document.visibilityState === 'visible' && load());
    const timer = setTimeout(poll, isInside(pass) ? pollInsideMs : pollMs);
    return () => clearTimeout(timer);
    // Also after a failed read, which changes only the problem.
  }, [shown, pass, problem, view, isBusy, load]);
  useDocument(tag, pass ? `${t.title}: ${pass.tenant.name}` : t.title);

  if (isErased) return <Notice title={t.deleted} text={t.deletedHelp} />;
  if (problem === 'passUnknown') return <Notice title={t.unknown} text={t.unknownHelp} />;
  if (!pass) {
    if (problem === null) return <Notice title={t.loading} isBusy />;
    return <Failure t={t} problem={problem} onRetry={() => void load()} />;
  }
  const common = { t, isBusy };
  const back = () => history.back();
  return (
    <>
      <Band building={pass.building} label={t.language} language={language} onLanguage={choose} />
      {view === 'ticket' && (
        <Ticket
          {...common}
          pass={pass}
          tag={tag}
          language={language}
          readAt={readAt}
          calls={calls}
          act={act}
          onView={open}
        />
      )}
      {view === 'details' && (
        <GuestDetails
          {...common}
          pass={pass}
          isPhoneWrong={isOfPhone(problem)}
          onSave={(form) => act(() => calls.save(form))}
          onBack={back}
        />
      )}
      {view === 'decline' && (
        <Asking
          {...common}
          title={t.declineTitle}
          text={t.declineHelp(pass.host?.name ?? pass.tenant.name)}
          onBack={back}
        >
          <button class="main" onClick={() => void act(() => calls.decline('this'))}>
            {pass.isSeries ? t.declineThis : t.cannotCome}
          </button>
          {pass.isSeries && <button onClick={() => void act(() => calls.decline('all'))}>{t.declineAll}</button>}
        </Asking>
      )}
      {view === 'prove' && (
        <ProvePhone
          {...common}
          phone={pass.guest.phone ?? ''}
          sendCode={calls.sendCode}
          onCode={(code) => void act(() => calls.prove(code))}
          isWrong={problem === 'incorrectCode'}
          onBack={back}
        />
      )}
      {view === 'delete' && (
        <Asking {...common} title={t.deleteTitle} text={isInside(pass) ? t.deleteInside : t.deleteHelp} onBack={back}>
          <button class="danger" onClick={() => void act(() => calls.erase())}>
            {t.delete}
          </button>
        </Asking>
      )}
      <p class="problem" role="alert">
        {problem !== null && !isOfField(problem) && problemText(t, problem)}
      </p>
    </>
  );
}

async function shownIn(pass: Pass, chosen: Language | undefined): Promise<Shown> {
  const language = chosen ?? pass.guest.language;
  const t = await passTexts(language).catch(() => english);
  return { ...nothing, pass, t, language, tag: languagesOfInterface[language].tag, readAt: Date.now() };
}

const languageKey = 'vestibule.pass.language';

/** The choice outlives a reload, until the guest deletes the data. A browser may refuse to store it. */
function keepLanguage(language: Language | null): void {
  try {
    if (language === null) localStorage.removeItem(languageKey);
    else localStorage.setItem(languageKey, language);
  } catch {
    // The choice holds until the page closes.
  }
}

function readLanguage(): Language | undefined {
  try {
    const kept = localStorage.getItem(languageKey) ?? '';
    return isLanguage(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Shown at the field. */
function isOfField(problem: Reason): boolean {
  return isOfPhone(problem) || problem === 'incorrectCode';
}

/** The form refuses an empty name itself. */
function isOfPhone(problem: Reason | null): boolean {
  return problem === 'invalidPhone' || problem === 'validation';
}
