import type { SystemStatus } from '@vestibule/contract/operation/status.ts';
import { formatCount } from '@vestibule/web/count.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../ui/time.ts';
import classes from './SystemFacts.module.css';

/** An older backup, or later deletions and messages, mean that a job does not run. */
const toleratedMs = { backup: 26 * 3_600_000, forgetting: 30 * 60_000, messages: 60_000 };

interface Fact {
  name: string;
  value: string;
  isWrong: boolean;
}

export function SystemFacts({ status }: { status: SystemStatus }) {
  const { t, i18n } = useTranslation();
  const facts = [
    jobs(t, status),
    liveEvents(t, status, i18n.language),
    messages(t, status),
    forgetting(t, status),
    backup(t, status),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value, isWrong }) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value} data-wrong={isWrong || undefined}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function jobs(t: TFunction, { jobs }: SystemStatus): Fact {
  return { name: t('status.fact.jobs'), value: t('status.fact.jobsCount', jobs), isWrong: jobs.failed > 0 };
}

function liveEvents(t: TFunction, { liveEventsWaiting: waiting }: SystemStatus, language: string): Fact {
  return { name: t('status.fact.liveEvents'), value: formatCount(waiting, language), isWrong: waiting > 1_000 };
}

function messages(t: TFunction, { messages: { waiting: count, overdueSeconds } }: SystemStatus): Fact {
  const name = t('status.fact.messages');
  if (count === 0) return { name, value: t('status.fact.messagesNone'), isWrong: false };
  const isWrong = overdueSeconds * 1_000 > toleratedMs.messages;
  const value = isWrong ? t('status.fact.messagesOverdue', { count }) : t('status.fact.messagesWaiting', { count });
  return { name, value, isWrong };
}

function forgetting(t: TFunction, { at, forgottenAt }: SystemStatus): Fact {
  return {
    name: t('status.fact.forgetting'),
    value: forgottenAt === null ? t('status.fact.never') : formatMoment(forgottenAt),
    isWrong: forgottenAt === null || Date.parse(at) - Date.parse(forgottenAt) > toleratedMs.forgetting,
  };
}

function backup(t: TFunction, { at, lastBackup }: SystemStatus): Fact {
  const name = t('status.fact.backup');
  if (!lastBackup) return { name, value: t('status.fact.never'), isWrong: true };
  const { startedAt, bytes, missingFiles: count } = lastBackup;
  const made = { moment: formatMoment(startedAt), size: (bytes / 1_000_000).toFixed(1) };
  const isOld = Date.parse(at) - Date.parse(startedAt) > toleratedMs.backup;
  if (count === 0) return { name, value: t('status.fact.backupMade', made), isWrong: isOld };
  return { name, value: t('status.fact.backupIncomplete', { ...made, count }), isWrong: true };
}
