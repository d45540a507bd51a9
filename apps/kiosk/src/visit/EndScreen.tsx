import { getHostStateAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { answerTexts } from '@vestibule/phrases/answer-texts.ts';
import type { AnswerTexts } from '@vestibule/phrases/en/visits/answer.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft, Check, Phone, Wifi } from '@vestibule/ui/icons.tsx';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { useEffect, useId, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import type { Flow } from '../flow-states.ts';
import { usesMemory } from '../questions.ts';
import { startStopwatch } from '../shell/clock.ts';
import { Band } from '../shell/Face.tsx';
import { Picture } from '../shell/Picture.tsx';
import { Screen } from '../ui/Screen.tsx';
import { fillCount, useSpoken, useTexts } from '../ui/texts.tsx';
import { describeEnd, latestOf, mayBeAnswered, type MessageToHost } from './describe-end.ts';
import classes from './EndScreen.module.css';
import { ReceptionPhone } from './ReceptionPhone.tsx';

type End = Extract<Flow, { at: 'end' }>;

interface EndScreenProps {
  end: End;
  onClose: () => void;
  onBack: () => void;
  onRetry: () => void;
}

const passing = ['network', 'noAnswer', 'full', 'tooManyRequests', 'unexpected'];

const shownSeconds = 20;
/** While the host may answer. */
const waitSeconds = 60;

export function EndScreen({ end, onClose, onBack, onRetry }: EndScreenProps) {
  const texts = useTexts();
  const { config, rehearsal } = useRunning();
  const { company } = config;
  const { outcome } = end;
  const [prints, setPrints] = useState(1);
  const { notePrint } = useDevice();
  const words = useId();
  const told = useMessageToHost(end);
  const replies = useReplies(outcome.kind === 'checkedIn');
  const isRefused = outcome.kind === 'refused';
  const mayRetry = isRefused && passing.includes(outcome.reason);
  // The visitor corrects input where it was typed.
  const mayGoBack = end.sent !== null && end.sent.past.length > 0;
  const isDone = !isRefused && outcome.kind !== 'declined';
  const badge = outcome.kind === 'checkedIn' ? outcome.badgeHtml : null;
  const { title, message, lines, needsHelp } = describeEnd(texts, end, { told, company, replies });
  const seconds = mayBeAnswered(outcome, told) ? waitSeconds : badge === null ? shownSeconds : shownSeconds * 2;
  const secondsLeft = useSecondsLeft(
    isRefused ? null : seconds,
    { round: `${prints} ${told?.answer?.answeredAt}`, isStill: rehearsal?.isStill === true },
    onClose,
  );
  const isIn = outcome.kind === 'checkedIn' || (outcome.kind === 'kept' && end.act === 'checkIn');
  return (
    <Screen
      title={title}
      describedBy={words}
      isBig={message === undefined}
      top={<Band />}
      above={
        !isDone ? undefined : (
          <span className={classes.mark}>
            <Check />
          </span>
        )
      }
      left={
        <>
          {mayGoBack && (
            <Button variant="secondary" icon={<ArrowLeft />} onClick={onBack}>
              {texts.back}
            </Button>
          )}
          {mayRetry && (
            <Button variant="primary" onClick={onRetry}>
              {texts.problem.retry}
            </Button>
          )}
          <Button variant={mayRetry ? 'secondary' : 'primary'} onClick={onClose}>
            {isDone ? texts.done.close : texts.startOver}
          </Button>
          {badge !== null && (
            <Button
              variant="secondary"
              onClick={() => {
                setPrints(prints + 1);
                notePrint('again');
              }}
            >
              {texts.done.again}
            </Button>
          )}
        </>
      }
      tools={secondsLeft !== null && <Remaining {...secondsLeft} />}
    >
      <div className={classes.parts}>
        <div id={words} className={classes.lines} role="status">
          {message !== undefined && (
            <p className={classes.message} data-long={message.length > 48 || undefined}>
              {message}
            </p>
          )}
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
        {needsHelp && company.receptionPhone !== null ? <ReceptionCard /> : isIn && <HostCard end={end} />}
        {isIn && <WifiNote end={end} />}
      </div>
      {badge !== null && <PrintFrame key={prints} html={badge} title={texts.done.printing} />}
    </Screen>
  );
}

function ReceptionCard() {
  const { done } = useTexts();
  return (
    <div className={classes.card} data-kind="reception">
      <Phone />
      <p>{done.call}</p>
      <p className={classes.phone}>
        <ReceptionPhone />
      </p>
    </div>
  );
}

/** The chosen host with a photo. A host from memory stays unnamed. */
function HostCard({ end: { answers } }: { end: End }) {
  const { tenants, config } = useRunning();
  const { tenant, employee } = answers;
  const host = tenants.find(({ id }) => id === tenant?.id)?.employees.find(({ id }) => id === employee?.id);
  if (!tenant || !host?.photo || usesMemory(answers) || !config.settings.enableEmployeePicture) return null;
  return (
    <div className={classes.card}>
      <Picture
        className={classes.photo}
        address={host.photo.storagePathOrigin}
        // Offline, the kiosk has only the small photos of the directory.
        substitute={host.photo.storagePathThumbnail}
        alt=""
      />
      <p>{host.name}</p>
      <p className={classes.detail}>{tenant.name}</p>
    </div>
  );
}

function WifiNote({ end: { answers } }: { end: End }) {
  const { done } = useTexts();
  const { wifiInfo = null } = answers.tenant ?? {};
  if (wifiInfo === null) return null;
  return (
    <div className={classes.wifi}>
      <Wifi aria-label={done.wifi} />
      <p>{wifiInfo}</p>
    </div>
  );
}

/** A bar for the remaining time, and the same in words. */
function Remaining({ left, total }: { left: number; total: number }) {
  const { language, texts } = useSpoken();
  return (
    <>
      <p className={classes.note}>{fillCount(texts.idle.text, language, Math.ceil(left))}</p>
      <div className={classes.bar} style={{ scale: `${left / total} 1` }} />
    </>
  );
}

interface Countdown {
  /** Another value starts over. */
  round: string;
  /** Shows all of the time, and does not count. */
  isStill: boolean;
}

/** Counts down to `onClose`. Null: the screen stays until the visitor confirms it. */
function useSecondsLeft(total: number | null, { round, isStill }: Countdown, onClose: () => void) {
  const [left, setLeft] = useState(total ?? 0);
  useEffect(() => {
    if (total === null || isStill) return;
    const shown = startStopwatch();
    const look = () => {
      const seconds = total - shown() / 1_000;
      setLeft(Math.max(0, seconds));
      if (seconds <= 0) onClose();
    };
    const looking = setInterval(look, 250);
    return () => clearInterval(looking);
  }, [onClose, total, round, isStill]);
  return total === null ? null : { left, total };
}

const askMs = 1_500;

/** The texts of answers. Null before they are loaded. */
function useReplies(isNeeded: boolean): AnswerTexts['visitor'] | null {
  const { language } = useSpoken();
  const [loaded, setLoaded] = useState<AnswerTexts['visitor'] | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isLeft = false;
    answerTexts(language).then(({ visitor }) => !isLeft && setLoaded(visitor), reportError);
    return () => {
      isLeft = true;
    };
  }, [language, isNeeded]);
  return loaded;
}

/** The latest state of the message to the host, and the host's answer. */
function useMessageToHost({ outcome }: End): MessageToHost | null {
  const { call } = useDevice();
  const { answered } = useRunning();
  const [polled, setTold] = useState<MessageToHost | null>(null);
  const pushed =
    outcome.kind === 'checkedIn' && answered !== null && answered.visitId === outcome.visitId ? answered.answer : null;
  const told = latestOf(polled, pushed);
  const nonce = outcome.kind === 'checkedIn' ? outcome.nonce : null;
  // Without a message there is no answer.
  const isSettled = told !== null && told.state === 'none';
  useEffect(() => {
    if (nonce === null || isSettled) return;
    const left = new AbortController();
    const ask = async () => {
      const signal = AbortSignal.any([left.signal, AbortSignal.timeout(10_000)]);
      // After a failure, the next round asks again.
      const latest = await call(getHostStateAtDevice, { params: { nonce } }, { signal }).catch(() => null);
      if (latest && !left.signal.aborted) setTold(latest);
    };
    void ask();
    const asking = setInterval(() => void ask(), askMs);
    return () => {
      left.abort();
      clearInterval(asking);
    };
  }, [call, nonce, isSettled]);
  return told;
}
