import type { VisitorState } from '@vestibule/contract/visits/today.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { MessageSquare, PhoneCall, TriangleAlert } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../../ui/phone-groups.ts';
import { useTimes } from '../../ui/time.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { Chip } from './VisitorState.tsx';
import classes from './VisitorState.module.css';

interface HostAnswerProps {
  /** Null: the host has not answered in time. */
  answer: Answer | null;
  host: VisitorState['host'] | undefined;
  withPhone: boolean;
}

export function HostAnswer({ answer, host, withPhone }: HostAnswerProps) {
  const { t } = useTranslation();
  const { formatTime } = useTimes();
  const now = useMinute();
  if (answer) {
    const { kind, minutes, employee } = answer;
    const comesAt = Date.parse(answer.answeredAt) + (minutes ?? 0) * 60_000;
    const left = Math.min(minutes ?? 0, Math.ceil((comesAt - now) / 60_000));
    const coming = left > 0 ? 'comingIn' : 'comingAt';
    const key = kind === 'coming' && minutes ? coming : kind === 'colleague' && employee ? 'named' : kind;
    const time = formatTime(new Date(comesAt).toISOString());
    const words = t(`visitors.answer.${key}`, { minutes: left, time, name: employee?.name });
    return (
      <Chip kind={kind === 'unavailable' ? 'fail' : 'in'}>
        <MessageSquare size={14} aria-hidden />
        {employee && kind !== 'colleague' ? t('visitors.answer.by', { name: employee.name, answer: words }) : words}
      </Chip>
    );
  }
  const phone = host?.phone ?? null;
  const content = (
    <>
      {phone ? <PhoneCall size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
      {t(`visitors.answer.${phone && withPhone ? 'callAt' : phone ? 'call' : 'none'}`, {
        phone: phone && groupsOf(phone).join(' '),
      })}
    </>
  );
  return (
    <>
      <Chip kind="late">{phone ? <a href={`tel:${phone}`}>{content}</a> : content}</Chip>
      {host?.next && (
        <span className={classes.next}>
          {t('visitors.answer.next', { name: host.next.name, time: formatTime(host.next.at) })}
        </span>
      )}
    </>
  );
}
