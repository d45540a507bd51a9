import { useQuery } from '@tanstack/react-query';
import { listInvitations } from '@vestibule/contract/visits/invitation.ts';
import { LogIn } from '@vestibule/ui/icons.tsx';
import { usePauseWhenNotLive } from '@vestibule/web/live.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { RegisterTarget } from './use-guest-check-in.ts';
import classes from './ExpectedNext.module.css';
import { shortMoment } from './VisitorState.tsx';

interface ExpectedGuestsProps {
  companyId: number;
  tenantId: number | null;
  search: string;
  onRegister: (target: RegisterTarget) => void;
}

const most = 100;
/** In ms. Events reload it. */
const pauseWhenLive = 300_000;

/** Guests of today without a phone. They are no visitors yet, so the list of visitors lacks them. */
export function ExpectedGuests({ companyId, tenantId, search, onRegister }: ExpectedGuestsProps) {
  const { t } = useTranslation();
  const { today } = useBuildingZone(companyId);
  const query = { from: today, to: today, limit: most, ...(search && { search }) };
  const { data } = useQuery({
    ...queryOf(listInvitations, { params: { companyId }, query }),
    refetchInterval: usePauseWhenNotLive() || pauseWhenLive,
  });
  const rows = (data?.rows ?? []).flatMap(({ guests, ...meeting }) => {
    if (meeting.status === 'canceled' || (tenantId !== null && meeting.tenant.id !== tenantId)) return [];
    const waiting = guests.filter(
      ({ phone, state }) => phone === null && (state === 'invited' || state === 'confirmed'),
    );
    return waiting.map((guest) => ({ ...meeting, guest }));
  });
  if (rows.length === 0) return null;
  return (
    <section className={classes.next} aria-label={t('invitations.withoutPhone')}>
      <h2 className={classes.title}>{t('invitations.withoutPhone')}</h2>
      <DataTable
        label={t('invitations.withoutPhone')}
        columns={[
          { key: 'name', title: t('visitors.column.name'), cell: ({ guest }) => <strong>{guest.name}</strong> },
          { key: 'company', title: t('visitors.column.company'), cell: ({ guest }) => guest.companyName },
          { key: 'tenant', title: t('visitors.column.tenant'), cell: ({ tenant }) => tenant.name },
          { key: 'employee', title: t('visitors.column.employee'), cell: ({ host }) => host?.name },
          { key: 'time', title: t('visitors.column.time'), cell: ({ startsAt }) => shortMoment(startsAt) },
        ]}
        rows={rows}
        rowKey={({ guest }) => guest.id}
        rowActions={({ guest, tenant, host }) => [
          {
            key: 'checkIn',
            icon: LogIn,
            text: t('visitors.next.checkIn'),
            label: t('visitors.action.checkIn', { name: guest.name }),
            onClick: () => onRegister({ phone: '', guest: { ...guest, tenant, host } }),
          },
        ]}
      />
    </section>
  );
}
