import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { MessageSquare, PhoneCall, TriangleAlert } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../../ui/phone-groups.ts';
import { Chip } from './VisitorState.tsx';

interface HostAnswerProps {
  /** Null: the host has not answered in time. */
  answer: Answer | null;
  phone: string | null;
  withPhone: boolean;
}

export function HostAnswer({ answer, phone, withPhone }: HostAnswerProps) {
  const { t } = useTranslation();
  if (answer) {
    const { kind, minutes, employee } = answer;
    const key = kind === 'coming' && minutes ? 'comingIn' : kind === 'colleague' && employee ? 'named' : kind;
    return (
      <Chip kind={kind === 'unavailable' ? 'fail' : 'in'}>
        <MessageSquare size={14} aria-hidden />
        {t(`visitors.answer.${key}`, { minutes, name: employee?.name })}
      </Chip>
    );
  }
  const content = (
    <>
      {phone ? <PhoneCall size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
      {t(`visitors.answer.${phone && withPhone ? 'callAt' : phone ? 'call' : 'none'}`, {
        phone: phone && groupsOf(phone).join(' '),
      })}
    </>
  );
  return <Chip kind="late">{phone ? <a href={`tel:${phone}`}>{content}</a> : content}</Chip>;
}
