import type { VisitorState as State } from '@vestibule/contract/visits/today.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Clock, LogOut, Mail, MessageSquare, PhoneCall, TriangleAlert } from '@vestibule/ui/icons.tsx';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart, loadLater } from '../../ui/load-later.ts';
import { groupsOf } from '../../ui/phone-groups.ts';
import { lengthOf } from '../../ui/Since.tsx';
import { useTimes } from '../../ui/time.ts';
import { useMinute } from '../../ui/use-minute.ts';
import classes from './VisitorState.module.css';

const HostAnswer = lazyPart(() => loadLater(async () => (await import('./HostAnswer.tsx')).HostAnswer));

interface HostStateProps {
  state: State | undefined;
  answer?: Answer | null | undefined;
  isGone?: boolean;
  /** Shows the phone to call, unless the phone is already next to this text. */
  withPhone?: boolean;
}

/** Has a colored background only if the desk has to act. */
export function HostState({ state, answer = null, isGone = false, withPhone = false }: HostStateProps) {
  const { t } = useTranslation();
  if (isGone) {
    return (
      <Chip>
        <LogOut size={14} aria-hidden />
        {t('visitors.state.checkedOut')}
      </Chip>
    );
  }
  const host = state?.host;
  const isAfterHours = state?.attention.includes('afterHours') && (
    <Chip kind="late">
      <Clock size={14} aria-hidden />
      {t('visitors.state.afterHours')}
    </Chip>
  );
  const further = (
    <>
      {state?.attention.includes('messageFailed') && (
        <Chip kind="late">
          <TriangleAlert size={14} aria-hidden />
          {t('visitors.state.messageFailed')}
        </Chip>
      )}
      {isAfterHours}
    </>
  );
  if (answer || state?.attention.includes('noAnswer')) {
    return (
      <>
        <Suspense>
          <HostAnswer answer={answer} host={host} withPhone={withPhone} />
        </Suspense>
        {further}
      </>
    );
  }
  if (host?.state === 'notReached') {
    const words = host.phone && withPhone ? 'callAt' : host.phone ? 'call' : 'notReached';
    const content = (
      <>
        {host.phone ? <PhoneCall size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
        {t(`visitors.state.${words}`, { phone: host.phone && groupsOf(host.phone).join(' ') })}
      </>
    );
    return (
      <>
        <Chip kind="fail">{host.phone ? <a href={`tel:${host.phone}`}>{content}</a> : content}</Chip>
        {further}
      </>
    );
  }
  if (isAfterHours || state?.attention.includes('messageFailed')) return further;
  if (!host || host.state === 'none') return null;
  const Icon = host.channel === 'sms' ? MessageSquare : Mail;
  return (
    <Chip>
      {host.state === 'sending' ? <span className={classes.ring} /> : <Icon size={14} aria-hidden />}
      {t(host.state === 'sending' ? 'visitors.state.sending' : `visitors.state.sent.${host.channel ?? 'email'}`)}
    </Chip>
  );
}

export function VisitorState({ visitor, state }: { visitor: Visitor; state: State | undefined }) {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  const { currentVisitRecord, expected } = visitor;
  if (currentVisitRecord) {
    return (
      <Chip kind="in">
        <span className={classes.dot} />
        {t('visitors.state.inside', { time: shortMoment(currentVisitRecord.checkedInAt) })}
      </Chip>
    );
  }
  if (expected && state?.attention.includes('late')) return <Waiting at={expected.at} isLate />;
  if (expected) {
    return (
      <Chip>
        <Clock size={14} aria-hidden />
        {expected.at
          ? t('visitors.state.expectedAt', { time: shortMoment(expected.at) })
          : t('visitors.state.expected')}
      </Chip>
    );
  }
  return state?.leftAt ? <Chip>{t('visitors.state.left', { time: shortMoment(state.leftAt) })}</Chip> : null;
}

export function Waiting({ at, isLate }: { at: string | null; isLate: boolean }) {
  const { t } = useTranslation();
  const { isToday } = useTimes();
  const now = useMinute();
  if (at === null) return null;
  const until = Date.parse(at) - now;
  const { unit, ...parts } = lengthOf(Math.abs(until));
  const length = t(`visitors.since.${unit}`, parts);
  if (isLate || until < 0) {
    return (
      <Chip kind={isLate ? 'late' : undefined}>
        {isLate && <Clock size={14} aria-hidden />}
        {t('visitors.state.late', { length })}
      </Chip>
    );
  }
  return isToday(at, now) ? <Chip>{t('visitors.state.in', { length })}</Chip> : null;
}

export function Chip({ kind, children }: { kind?: 'fail' | 'late' | 'in' | undefined; children: ReactNode }) {
  return (
    <span className={classes.chip} data-kind={kind}>
      {children}
    </span>
  );
}
