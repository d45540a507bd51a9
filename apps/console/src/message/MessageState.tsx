import type { Message } from '@vestibule/contract/message.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '../ui/time.ts';
import classes from './MessageState.module.css';

/** What became of a message: a dot and a word, and below them why, what the server said, and what comes next. */
export function MessageState({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { state, problem, answer, nextAttemptAt, deliveredAt } = message;
  const said = state !== 'delivered' && answer !== null;
  const willBeTried = problem !== null && nextAttemptAt !== null;
  return (
    <div className={classes.state}>
      <span className={classes.word} data-state={state}>
        {t(`messages.state.${state}`)}
      </span>
      {deliveredAt && <span className={classes.detail}>{`${formatDate(deliveredAt)} ${formatTime(deliveredAt)}`}</span>}
      {problem && <span className={classes.detail}>{t(`messages.problem.${problem}`)}</span>}
      {said && <span className={classes.detail}>{t('messages.answer', { answer })}</span>}
      {willBeTried && (
        <span className={classes.detail}>{t('messages.nextAttempt', { time: formatTime(nextAttemptAt) })}</span>
      )}
    </div>
  );
}
