import { useQuery } from '@tanstack/react-query';
import { readVisitorStates } from '@vestibule/contract/visits/today.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf } from '@vestibule/web/query.ts';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { groupsOf } from '../../ui/phone-groups.ts';

/** Follows the message while it is being sent. */
export function CheckedInToast({ visitor }: { visitor: Visitor }) {
  const { t } = useTranslation();
  const may = useMay();
  const name = visitor.currentVisitRecord?.employee?.name;
  const host = useHostState(visitor, name !== undefined && may('visitMessage.read'));
  const done = t('visitors.registering.done', { name: visitor.name });
  if (!host) return done;

  const { state, channel, phone } = host;
  const known = {
    host: name,
    channel: channel && t(`messages.channel.${channel}`),
    phone: phone && groupsOf(phone).join(' '),
  };
  if (state === 'sent' || state === 'sending') return `${done} ${t(`visitors.host.${state}`, known)}`;
  return `${done} ${t(phone ? `visitors.host.${state}Call` : `visitors.host.${state}`, known)}`;
}

/** Most mail servers take a message within a second. In ms. */
const sendingPollMs = 500;

/** Undefined until it is known. */
function useHostState({ id, companyId }: Visitor, isAsked: boolean) {
  const params = { companyId };
  const { data } = useQuery({
    queryKey: [...keyOf(readVisitorStates, { params }), 'toast', id],
    queryFn: ({ signal }) => call(readVisitorStates, { params, body: { ids: [id] } }, { signal }),
    enabled: isAsked,
    refetchInterval: ({ state }) => state.data?.[0]?.host?.state === 'sending' && sendingPollMs,
  });
  return data?.[0]?.host;
}
