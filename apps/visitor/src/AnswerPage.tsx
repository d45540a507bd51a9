import type { Language } from '@vestibule/contract/platform/values.ts';
import type { AnswerPage as Page } from '@vestibule/contract/visits/answer.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { answerTexts } from '@vestibule/phrases/answer-texts.ts';
import { answer as english, type AnswerTexts } from '@vestibule/phrases/en/visits/answer.ts';
import { pass as englishPass, type PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { passTexts } from '@vestibule/phrases/pass-texts.ts';
import { answerText, isSameReply, type Reply, replyOf } from '@vestibule/web/host-answer.ts';
import { createReadOrder } from '@vestibule/web/read-order.ts';
import { isOtherZone } from '@vestibule/web/zone.ts';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isLanguage } from './Band.tsx';
import { Failure, Notice, problemText } from './Notice.tsx';
import { type Reason, reasonOf, send } from './pass-calls.ts';
import { nameOfZone } from './when.ts';
import { useDocument, useLoading } from './use-page.ts';
import './answer.css';

interface Texts {
  t: AnswerTexts;
  /** Texts that the pass has too. */
  common: PassTexts;
  tag: string;
}

interface Shown extends Texts {
  visit: Page | null;
  problem: Reason | null;
}

/** A step may be late by as much. */
const reloadAfterMs = 2_000;

export function AnswerPage({ token }: { token: string }) {
  const path = `/api/v1/answer/${encodeURIComponent(token)}`;
  const [shown, setShown] = useState<Shown>({ t: english, common: englishPass, tag: 'en', visit: null, problem: null });
  const [isBusy, setIsBusy] = useState(false);
  const message = useRef<HTMLInputElement>(null);
  const { t, common, tag, visit, problem } = shown;

  const [order] = useState(createReadOrder);

  const load = useCallback(async () => {
    const isLatest = order.begin();
    const next = await shownAfter(send('GET', path));
    if (isLatest()) setShown(next);
  }, [order, path]);
  const give = async (reply: Reply) => {
    if (isBusy) return;
    setIsBusy(true);
    order.dropEarlier();
    const next = await shownAfter(send('POST', path, { ...reply, text: message.current?.value.trim() ?? '' }));
    order.dropEarlier();
    setShown(next);
    setIsBusy(false);
  };

  useLoading(load);
  const nextAt = visit?.next?.at;
  useEffect(() => {
    if (nextAt === undefined) return;
    const timer = setTimeout(load, Math.max(0, Date.parse(nextAt) - Date.now()) + reloadAfterMs);
    return () => clearTimeout(timer);
  }, [nextAt, load]);
  useDocument(tag, visit ? t.here(visit.visitorName) : t.title);

  if (problem === 'linkInvalid') return <Notice title={common.unknown} text={t.unknownHelp} />;
  if (problem === 'visitIsOver' || (visit && visit.checkedOutAt !== null))
    return <Notice title={t.over} text={t.overHelp} />;
  if (!visit) {
    if (problem === null) return <Notice title={t.loading} isBusy />;
    return <Failure t={common} problem={problem} onRetry={() => void load()} />;
  }
  const { answer, building, colleagues, host, reader, next, title, startsAt } = visit;
  const clock = (moment: string) => timeAt(moment, building.timeZone);
  const minutesOf = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const choice = (label: string, reply: Reply, isMain = false) => (
    <button
      class={(answer ? isSameReply(answer, reply) : isMain) ? 'main' : ''}
      aria-pressed={answer ? isSameReply(answer, reply) : undefined}
      onClick={() => void give(reply)}
    >
      {reply.minutes ? (
        <>
          <span aria-hidden="true">{minutesOf.format(reply.minutes)}</span>
          <span class="visually-hidden">{label}</span>
        </>
      ) : (
        label
      )}
    </button>
  );
  return (
    <>
      <header class="band">{building.name}</header>
      <main class="ticket" aria-busy={isBusy}>
        <div class="part">
          <h1>{t.here(visit.visitorName)}</h1>
          <p>{visit.companyName}</p>
          <p class="gray">{t.since(clock(visit.checkedInAt))}</p>
          {!answer && reader.id !== host.id && <p>{t.insteadOf(host.name)}</p>}
          {(title !== null || startsAt !== null) && (
            <p class="gray">{[title, startsAt && clock(startsAt)].filter(Boolean).join(', ')}</p>
          )}
          {isOtherZone(building.timeZone) && <p class="gray">{common.zone(nameOfZone(building.timeZone))}</p>}
        </div>
        <div role="status">
          {answer && <Given t={t} answer={answer} visit={visit} time={clock(answer.answeredAt)} />}
          {!answer && next && <p class="part gray">{t.next(next.name, clock(next.at))}</p>}
        </div>
        <div class="part choices" role="group" aria-labelledby="choices">
          <h2 id="choices">{answer ? t.change : t.title}</h2>
          {choice(t.now, { kind: 'coming', minutes: 0 }, true)}
          <div class="minutes">
            {choice(t.inMinutes(2), { kind: 'coming', minutes: 2 })}
            {choice(t.inMinutes(5), { kind: 'coming', minutes: 5 })}
            {choice(t.inMinutes(10), { kind: 'coming', minutes: 10 })}
          </div>
          {choice(t.wait, { kind: 'wait' })}
          {choice(t.colleague, { kind: 'colleague' })}
          {answer?.kind === 'colleague' && colleagues.length > 0 && (
            <label>
              {t.which}
              <select
                value={answer.employee?.id ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  void give({ kind: 'colleague', employeeId: value === '' ? null : Number(value) })
                }
              >
                <option value="">–</option>
                {colleagues.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {choice(common.cannotCome, { kind: 'unavailable' })}
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (answer) void give(replyOf(answer));
            }}
          >
            <label>
              {t.message}
              <input ref={message} maxLength={120} autoComplete="off" defaultValue={answer?.text ?? ''} />
            </label>
            {answer && <button>{t.send}</button>}
          </form>
        </div>
      </main>
      <p class="problem" role="alert">
        {problem !== null && problemText(common, problem)}
      </p>
    </>
  );
}

interface GivenProps {
  t: AnswerTexts;
  answer: Answer;
  visit: Page;
  time: string;
}

function Given({ t, answer, visit, time }: GivenProps) {
  return (
    <div class="part">
      <p class="state here">{t.sent(time)}</p>
      <p class="given">{answerText(t, answer, visit)}</p>
      <p class="gray">{t.seen}</p>
      {answer.text !== null && (
        <p class="note">
          <span class="visually-hidden">{t.yourMessage}: </span>
          {answer.text}
        </p>
      )}
    </div>
  );
}

/** A failure keeps what the page shows. */
async function shownAfter(work: Promise<Page>): Promise<(before: Shown) => Shown> {
  try {
    const visit = await work;
    const texts = await textsIn(visit.language);
    return () => ({ ...texts, visit, problem: null });
  } catch (error) {
    const texts = await textsIn(browserLanguage());
    return (before) => ({ ...before, ...(!before.visit && texts), problem: reasonOf(error) });
  }
}

async function textsIn(language: Language): Promise<Texts> {
  const { tag } = languagesOfInterface[language];
  const load = async () => ({ t: await answerTexts(language), common: await passTexts(language), tag });
  return load().catch(() => ({ t: english, common: englishPass, tag: 'en' }));
}

/** Without a visit the language of the message is unknown. */
function browserLanguage(): Language {
  const own = navigator.languages.map((tag) => tag.split('-')[0]?.replace(/^(no|nn)$/, 'nb'));
  const known = Object.keys(languagesOfInterface).filter(isLanguage);
  return known.find((language) => languagesOfInterface[language].tag === own[0]) ?? 'en';
}

/** HH:mm on the clock of the building. */
function timeAt(moment: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return format.format(new Date(moment));
}
