import {
  type AnswerFields,
  type AnswerPage,
  type CoveredVisit,
  type HostVisit,
  longestAnswer,
} from '@vestibule/contract/visits/answer.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { answerText, isSameReply, type Reply, replyOf } from '@vestibule/web/host-answer.ts';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { useMinute } from '../../ui/use-minute.ts';
import type { Clock } from '../invitation/use-building-clock.ts';
import classes from './Arrivals.module.css';
import { ColleagueChoice } from './ColleagueField.tsx';
import shared from './host.module.css';
import { useAnswer } from './use-host.ts';
import { useAnswerWords } from './use-host-texts.ts';

const minuteMs = 60_000;

type Visit = HostVisit & Partial<CoveredVisit>;
type Reader = AnswerPage['reader'];

interface ArrivalsProps {
  visits: readonly Visit[];
  reader: Reader;
  clock: Clock;
}

/** Visits that wait for an answer. An answered one keeps its place, so that no other moves below the finger. */
export function Arrivals({ visits, reader, clock }: ArrivalsProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<readonly number[]>([]);
  const open = visits.filter(({ checkedOutAt }) => checkedOutAt === null);
  const fresh = open
    .filter(({ id, answer }) => answer === null && !order.includes(id))
    .toSorted((one, other) => one.checkedInAt.localeCompare(other.checkedInAt));
  if (fresh.length > 0) setOrder([...order, ...fresh.map(({ id }) => id)]);

  const upper = order.flatMap((id) => open.find((visit) => visit.id === id) ?? []);
  const others = open.filter(({ id }) => !order.includes(id));
  const loud = upper.find(({ answer }) => answer === null)?.id;
  return (
    <>
      {upper.length > 0 && (
        <ul className={classes.cards} aria-label={t('my.waiting.label')}>
          {upper.map((visit) => (
            <Arrival key={visit.id} visit={visit} reader={reader} clock={clock} isLoud={visit.id === loud} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <>
          <h2 className={shared.day}>{t('my.inside')}</h2>
          <ul className={classes.cards}>
            {others.map((visit) => (
              <Arrival key={visit.id} visit={visit} reader={reader} clock={clock} isLoud={false} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface ArrivalProps {
  visit: Visit;
  reader: Reader;
  clock: Clock;
  /** Its first button is the loud one of the screen. */
  isLoud: boolean;
}

function Arrival({ visit, reader, clock, isLoud }: ArrivalProps) {
  const { t } = useTranslation();
  const words = useAnswerWords();
  const now = useMinute();
  const { mutate, isPending, error } = useAnswer();
  const [isChanging, setChanging] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const { id, visitorName, companyName, title, checkedInAt, answer, next, host } = visit;
  const isWaiting = answer === null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(checkedInAt)) / minuteMs));

  const give = (body: AnswerFields) => mutate({ visitId: id, body }, { onSuccess: () => setChanging(false) });
  useEffect(() => {
    // The pressed button is gone.
    if (!isWaiting && document.activeElement === document.body) change.current?.focus();
  }, [isWaiting, isChanging]);

  return (
    <li className={shared.card} data-waiting={isWaiting || undefined} aria-busy={isPending}>
      {isWaiting && (
        <p className={classes.flag}>
          <span className={classes.pulse}>{t('my.waiting.label')}</span>
          <span>{minutes === 0 ? t('my.waiting.now') : t('my.waiting.minutes', { minutes: String(minutes) })}</span>
        </p>
      )}
      <div className={classes.inside}>
        <div className={classes.visitor}>
          <span className={shared.avatar} aria-hidden>
            {initialsOf(visitorName)}
          </span>
          <div className={shared.words}>
            <h2 className={classes.name}>{visitorName}</h2>
            <p className={shared.quiet}>
              {[companyName, words.since(clock.timeOf(checkedInAt)), title].filter(Boolean).join(' · ')}
            </p>
            {host && <p className={classes.covered}>{t('my.covering.title', { name: host.name })}</p>}
          </div>
        </div>
        {isWaiting && next && (
          <p className={shared.quiet}>{t('my.waiting.next', { name: next.name, time: clock.timeOf(next.at) })}</p>
        )}
        <div role="status">
          {answer && (
            <Given answer={answer} host={host ?? reader} reader={reader} time={clock.timeOf(answer.answeredAt)} />
          )}
        </div>
        {error && <Problem error={error} name={visitorName} />}
        {answer?.kind === 'colleague' && (
          <ColleagueChoice
            chosen={answer.employee}
            onChoose={(employeeId) => give({ kind: 'colleague', employeeId, text: answer.text })}
          />
        )}
        {answer && !isChanging && (
          <Button
            ref={change}
            className={classes.change}
            variant="flat"
            aria-label={t('my.waiting.changeLabel', { name: visitorName })}
            onClick={() => setChanging(true)}
          >
            {t('my.waiting.change')}
          </Button>
        )}
        {(isWaiting || isChanging) && (
          <Choices visit={visit} isLoud={isLoud || isChanging} isBusy={isPending} onGive={give} />
        )}
      </div>
    </li>
  );
}

interface GivenProps extends Pick<AnswerPage, 'host' | 'reader'> {
  answer: Answer;
  time: string;
}

function Given({ answer, time, ...people }: GivenProps) {
  const words = useAnswerWords();
  return (
    <div className={classes.given}>
      <p className={classes.answer}>{answerText(words, answer, people)}</p>
      <p className={shared.quiet}>
        {words.sent(time)}. {words.seen}
      </p>
      {answer.text !== null && <p className={classes.text}>{answer.text}</p>}
    </div>
  );
}

function Problem({ error, name }: { error: Error; name: string }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const isOver = error instanceof CallFailed && error.problem?.reason === 'visitIsOver';
  return <Notice kind="problem">{isOver ? t('my.waiting.over', { name }) : problemText(error)}</Notice>;
}

interface ChoicesProps {
  visit: HostVisit;
  isLoud: boolean;
  isBusy: boolean;
  onGive: (body: AnswerFields) => void;
}

/** Each press sends at once. A typed text goes with it, or follows an answer. */
function Choices({ visit: { visitorName, answer }, isLoud, isBusy, onGive }: ChoicesProps) {
  const { t } = useTranslation();
  const words = useAnswerWords();
  const [isOpen, setOpen] = useState(answer !== null);
  const [text, setText] = useState(answer?.text ?? '');
  const given = text.trim() === '' ? null : text.trim();
  const [pressed, setPressed] = useState<Reply | null>(null);

  const choice = (reply: Reply, label: string, isMain = false) => {
    const isGiven = answer !== null && isSameReply(answer, reply);
    return (
      <Button
        variant={isGiven || (isMain && isLoud && answer === null) ? 'primary' : 'secondary'}
        size="large"
        fullWidth
        aria-pressed={answer === null ? undefined : isGiven}
        disabled={isBusy || text.length > longestAnswer}
        loading={isBusy && pressed?.kind === reply.kind && pressed.minutes === reply.minutes}
        onClick={() => {
          setPressed(reply);
          onGive({ ...reply, text: given });
        }}
        once
      >
        {label}
      </Button>
    );
  };
  const coming = (minutes: 2 | 5 | 10) =>
    choice({ kind: 'coming', minutes }, t('my.waiting.minutes', { minutes: String(minutes) }));

  return (
    <div className={classes.choices} role="group" aria-label={t('my.waiting.answer', { name: visitorName })}>
      {choice({ kind: 'coming', minutes: 0 }, words.now, true)}
      <div className={classes.minutes}>
        {coming(2)}
        {coming(5)}
        {coming(10)}
      </div>
      {!isOpen && (
        <Button variant="flat" fullWidth aria-expanded={false} onClick={() => setOpen(true)}>
          {t('my.waiting.other')}
        </Button>
      )}
      {isOpen && (
        <>
          {choice({ kind: 'wait' }, words.wait)}
          {choice({ kind: 'colleague' }, words.colleague)}
          {choice({ kind: 'unavailable' }, t('my.waiting.unavailable'))}
          <TextInput
            size="large"
            label={words.message}
            value={text}
            autoComplete="off"
            error={text.length > longestAnswer && t('errors.max120chars')}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {answer && (
            <Button
              variant="secondary"
              fullWidth
              disabled={isBusy || text.length > longestAnswer || given === answer.text}
              onClick={() => onGive({ ...replyOf(answer), text: given })}
            >
              {words.send}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
