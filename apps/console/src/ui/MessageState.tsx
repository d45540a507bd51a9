import type { Message } from '@vestibule/contract/visits/message.ts';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatTime } from './time.ts';
import classes from './MessageState.module.css';

type Shown = Pick<Message, 'channel' | 'state' | 'problem' | 'nextAttemptAt' | 'deliveredAt'> &
  Partial<Pick<Message, 'answer' | 'segments'>>;

export function MessageState({ message }: { message: Shown | (Pick<Message, 'state'> & { channel: 'desk' }) }) {
  const { t } = useTranslation();
  if (message.channel === 'desk') {
    return (
      <span className={classes.word} data-state={message.state}>
        {t('messages.ofVisit.shown')}
      </span>
    );
  }
  const { channel, state, problem, answer = null, nextAttemptAt, deliveredAt, segments = null } = message;
  const hasAnswer = state !== 'delivered' && state !== 'sent' && answer !== null;
  const willBeTried = problem !== null && nextAttemptAt !== null;
  return (
    <div className={classes.state}>
      <span className={classes.word} data-state={state}>
        {problem === 'noProvider' ? t(`messages.noProvider.${channel}`) : t(`messages.state.${state}`)}
      </span>
      {deliveredAt && <span className={classes.detail}>{formatMoment(deliveredAt)}</span>}
      {problem && <span className={classes.detail}>{t(`messages.problem.${channel}.${problem}`)}</span>}
      {segments !== null && <span className={classes.detail}>{t('messages.segments', { count: segments })}</span>}
      {hasAnswer && <span className={classes.detail}>{t('messages.answer', { answer })}</span>}
      {willBeTried && (
        <span className={classes.detail}>{t('messages.nextAttempt', { time: formatTime(nextAttemptAt) })}</span>
      )}
    </div>
  );
}
