import type { Pass } from '@vestibule/contract/visits/pass.ts';
import type { PassTexts } from '@vestibule/phrases/en/visits/pass.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { browserZone, isOtherZone } from '@vestibule/web/zone.ts';
import { useRef, useState } from 'preact/hooks';
import type { PassCalls } from './pass-calls.ts';
import { initialsOf } from './Band.tsx';
import { HostAnswer } from './HostAnswer.tsx';
import { StillHere } from './StillHere.tsx';
import { nameOfZone, whenAt } from './when.ts';
import './code.css';

export type View = 'ticket' | 'details' | 'decline' | 'prove' | 'delete';

export function isInside({ visit }: Pass): boolean {
  return visit !== null && visit.checkedOutAt === null;
}

interface TicketProps {
  t: PassTexts;
  tag: string;
  language: Language;
  isBusy: boolean;
  readAt: number;
  pass: Pass;
  calls: PassCalls;
  act: (work: () => Promise<Pass | null>) => Promise<void>;
  onView: (view: View) => void;
}

export function Ticket({ t, tag, language, isBusy, readAt, pass, calls, act, onView }: TicketProps) {
  const { guest, visit, building, status } = pass;
  const clock = (moment: string) => whenAt(moment, building.timeZone, tag);
  const isCanceled = status === 'canceled';
  const hasLeft = visit !== null && visit.checkedOutAt !== null;
  const isOver = Date.parse(pass.validUntil) <= readAt;
  const isDeclined = guest.state === 'declined';
  const isExpected = !isCanceled && !isOver && !isInside(pass) && !hasLeft;
  return (
    <main aria-busy={isBusy}>
      <div class="ticket">
        <div class="part" aria-live="polite">
          {isInside(pass) && visit && <p class="state here">{t.inside(clock(visit.checkedInAt).time)}</p>}
          {hasLeft && visit.checkedOutAt !== null && <p class="state">{t.left(clock(visit.checkedOutAt).time)}</p>}
          {isCanceled && <p class="state bad">{t.canceled}</p>}
          {isExpected && isDeclined && <p class="state bad">{t.declined}</p>}
          {isExpected && guest.state === 'confirmed' && <p class="state here">{t.confirmed}</p>}
          {isOver && !isCanceled && !hasLeft && !isInside(pass) && <p class="state">{t.over}</p>}
          {hasLeft && <h1>{t.thanks}</h1>}
          {isInside(pass) && visit?.answer && (
            <HostAnswer pass={pass} answer={visit.answer} language={language} tag={tag} readAt={readAt} />
          )}
          <Meeting t={t} tag={tag} pass={pass} readAt={readAt} isStruck={isCanceled} isPast={hasLeft} />
          {isCanceled && <p>{t.canceledHelp}</p>}
        </div>
        {isExpected && !isDeclined && (
          <Code t={t} tag={tag} pass={pass} isValid={Date.parse(pass.validFrom) <= readAt} source={calls.qrCode} />
        )}
        {pass.wifiInfo !== null && (
          <div class="part">
            <h2>{t.wifi}</h2>
            <p class="lines">{pass.wifiInfo}</p>
          </div>
        )}
        {!hasLeft && !isCanceled && !isOver && <Way t={t} pass={pass} />}
        {!isExpected && !isInside(pass) && <Stored t={t} tag={tag} pass={pass} />}
      </div>
      <fieldset class="acts" disabled={isBusy}>
        {isExpected && isDeclined && (
          <button class="main" onClick={() => onView('details')}>
            {t.comeAnyway}
          </button>
        )}
        {isExpected && !isDeclined && (
          <>
            <button class={guest.state === 'confirmed' ? '' : 'main'} onClick={() => onView('details')}>
              {guest.state === 'confirmed' ? t.edit : t.checkInAhead}
            </button>
            <a class="button" href={calls.calendar} download>
              {t.calendar}
            </a>
            <button class="quiet" onClick={() => onView('decline')}>
              {t.cannotCome}
            </button>
          </>
        )}
        {isInside(pass) && visit && (
          <StillHere
            t={t}
            clock={(moment) => clock(moment).time}
            isBusy={isBusy}
            stay={visit}
            onStay={() => void act(() => calls.stillHere())}
            onLeave={() => void act(() => calls.checkOut())}
          />
        )}
        {pass.proof === 'needed' && (
          <button class="quiet" onClick={() => onView('prove')}>
            {t.what.visitor}
          </button>
        )}
        {pass.proof === 'given' && <p class="small gray">{t.prove.done}</p>}
        {visit?.isDeletedAtCheckOut === true && <p>{t.deleteInside}</p>}
        {visit?.isDeletedAtCheckOut !== true && pass.stored.length > 0 && (
          <button class="danger quiet" onClick={() => onView('delete')}>
            {t.delete}
          </button>
        )}
      </fieldset>
    </main>
  );
}

interface PartProps {
  t: PassTexts;
  tag: string;
  pass: Pass;
}

interface MeetingProps extends PartProps {
  readAt: number;
  isStruck: boolean;
  isPast: boolean;
}

/** Afterwards it shows the times of the visit. */
function Meeting({ t, tag, pass, readAt, isStruck, isPast }: MeetingProps) {
  const { timeZone } = pass.building;
  const startsAt = (isPast && pass.visit?.checkedInAt) || pass.startsAt;
  const start = whenAt(startsAt, timeZone, tag);
  const end = whenAt((isPast && pass.visit?.checkedOutAt) || pass.endsAt, timeZone, tag);
  const here = whenAt(startsAt, browserZone(), tag);
  const hereTime = here.date === start.date ? here.time : `${here.date} ${here.time}`;
  const period = `${start.time}–${end.date === start.date ? '' : `${end.date} `}${end.time}`;
  const Heading = isPast || (isInside(pass) && pass.visit?.answer) ? 'p' : 'h1';
  return (
    <>
      <p class="gray">{isPast ? start.day : `${start.day} · ${daysUntil(pass.startsAt, readAt, timeZone, tag)}`}</p>
      <Heading class={isStruck ? 'struck' : ''}>{period}</Heading>
      {isOtherZone(timeZone) && (
        <p class="small gray">
          {t.zone(nameOfZone(timeZone))}
          {hereTime !== start.time && `. ${t.yourTime(hereTime)}`}
        </p>
      )}
      {pass.isSeries && <p class="small gray">{t.series}</p>}
      <div class="host">
        {pass.host &&
          (pass.host.photo ? (
            <img src={pass.host.photo.storagePathThumbnail} alt="" width="56" height="56" />
          ) : (
            <span class="initials" aria-hidden="true">
              {initialsOf(pass.host.name)}
            </span>
          ))}
        <p>
          <b>{pass.host?.name ?? pass.tenant.name}</b>
          {pass.host && <span class="small gray">{isPast ? pass.tenant.name : t.invites(pass.tenant.name)}</span>}
        </p>
      </div>
      {pass.title !== null && <p class="lines">{pass.title}</p>}
      {pass.note !== null && <p class="note lines">{pass.note}</p>}
    </>
  );
}

/** White in both themes, because scanners do not read inverted codes. */
function Code({ t, tag, pass, isValid, source }: PartProps & { isValid: boolean; source: string }) {
  const whole = useRef<HTMLDialogElement>(null);
  const [awake, setAwake] = useState<WakeLockSentinel>();
  const enlarge = async () => {
    whole.current?.showModal();
    // Without the permission, or in a browser without wake locks, the phone dims as usual.
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (whole.current?.open) setAwake(lock);
    else void lock?.release();
  };
  const { date, time } = whenAt(pass.validFrom, pass.building.timeZone, tag);
  const code = `${pass.code.slice(0, 4)} ${pass.code.slice(4)}`;
  return (
    <div class="part">
      <p class="gray">{isValid ? t.showCode : t.worksFrom(`${date} ${time}`)}</p>
      <button class={isValid ? 'code' : ''} aria-label={`${t.enlarge}: ${code}`} onClick={() => void enlarge()}>
        {isValid ? (
          <>
            <img src={source} alt={t.code} width="261" height="261" />
            <span>{code}</span>
          </>
        ) : (
          <>
            {t.enlarge}: <span class="unbroken">{code}</span>
          </>
        )}
      </button>
      <p class="owner gray">{pass.guest.name}</p>
      <p class="visually-hidden">{pass.code.split('').join(' ')}</p>
      <dialog class="whole" ref={whole} aria-label={t.code} onClose={() => void awake?.release()}>
        <img src={source} alt={t.code} />
        <span>{code}</span>
        <p>{pass.guest.name}</p>
        <form method="dialog">
          <button>{t.close}</button>
        </form>
      </dialog>
    </div>
  );
}

function Way({ t, pass: { building } }: Pick<PartProps, 't' | 'pass'>) {
  if (building.address === null && building.directions === null) return null;
  return (
    <div class="part">
      <h2>{t.directions}</h2>
      {building.address !== null && <p class="lines">{building.address}</p>}
      {building.directions !== null && <p class="lines small gray">{building.directions}</p>}
    </div>
  );
}

function Stored({ t, tag, pass }: PartProps) {
  const day = (moment: string) => whenAt(moment, pass.building.timeZone, tag);
  return (
    <div class="part">
      {pass.stored.length > 0 && <h2>{t.stored}</h2>}
      <ul>
        {pass.stored.map(({ what, until }) => (
          <li key={what}>
            {t.what[what]}
            {until !== null && <span class="small gray">{t.until(day(until).date)}</span>}
          </li>
        ))}
      </ul>
      {pass.messages.length > 0 && <h2>{t.messages}</h2>}
      <ul>
        {pass.messages.map(({ kind, at }) => (
          <li key={`${at} ${kind}`}>
            {nameOfMessage(t, kind)}
            <span class="small gray">{`${day(at).date} ${day(at).time}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOfMessage({ message }: PassTexts, kind: Pass['messages'][number]['kind']): string {
  if (kind === 'invitation') return message.invitation;
  if (kind === 'invitationChanged') return message.changed;
  if (kind === 'invitationReminder') return message.reminder;
  if (kind === 'stillHere') return message.stillHere;
  if (kind === 'passCode') return message.code;
  return kind === 'invitationCanceled' ? message.canceled : message.other;
}

/** "today", "tomorrow" or "in 4 days", by the calendar of the building. */
function daysUntil(moment: string, now: number, timeZone: string, tag: string): string {
  const dayOf = (at: string | number) =>
    Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at)));
  const days = Math.round((dayOf(moment) - dayOf(now)) / 86_400_000);
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(days, 'day');
}
