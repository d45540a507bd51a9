import { useQuery } from '@tanstack/react-query';
import {
  changeInvitation,
  type Invitation,
  listInvitations,
  listTenantInvitations,
} from '@vestibule/contract/visits/invitation.ts';
import { UserRound } from '@vestibule/ui/icons.tsx';
import { call } from '@vestibule/web/call.ts';
import { useLivePause } from '@vestibule/web/live.ts';
import { keyOf, pageOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useEmployeeOptions } from '../../building/employee/use-employees.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { type TargetDialog, useTarget } from '../../ui/dialog/use-target.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column } from '../../ui/list/rows.ts';
import { usePages } from '../../ui/list/use-pages.ts';
import { useTimes } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import classes from './ExpectedGuests.module.css';
import { ListSection } from './ListSection.tsx';
import { useVisitorChange } from './use-visitor-changes.ts';
import list from './visitor.module.css';

interface LeftHostsProps {
  companyId: number;
  tenantId: number | null;
  search: string;
}

/** Lists meetings whose host was removed, until the desk chooses a host. Renders nothing if there are none. */
export function LeftHosts({ companyId, tenantId, search }: LeftHostsProps) {
  const { t } = useTranslation();
  const pages = usePages();
  const choosing = useTarget<Invitation>();
  const columns = useColumns();
  const query = { ...pages.query, ...(search && { search }), only: 'hostLeft' } as const;
  const refetchInterval = useLivePause();
  const ofCompany = useQuery({
    ...pageOf(listInvitations, { params: { companyId }, query }),
    enabled: tenantId === null,
    refetchInterval,
  });
  const ofTenant = useQuery({
    ...pageOf(listTenantInvitations, { params: { tenantId: tenantId ?? 0 }, query }),
    enabled: tenantId !== null,
    refetchInterval,
  });
  return (
    <>
      <ListSection title={t('visitors.left.title')} query={tenantId === null ? ofCompany : ofTenant} pages={pages}>
        {(rows) => (
          <DataTable
            label={t('visitors.left.title')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowActions={(invitation) => [
              {
                key: 'choose',
                icon: UserRound,
                text: t('visitors.left.choose'),
                label: t('visitors.left.chooseFor', { meeting: meetingOf(invitation) }),
                onClick: () => choosing.open(invitation),
              },
            ]}
            steady={String(pages.from)}
          />
        )}
      </ListSection>
      <ChooseHostDialog {...choosing.dialog} />
    </>
  );
}

/** The title, or the names of the guests. */
function meetingOf({ title, guests }: Invitation): string {
  return title ?? guests.map(({ name }) => name).join(', ');
}

function useColumns(): Column<Invitation>[] {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  return [
    {
      key: 'guests',
      title: t('visitors.left.guests'),
      cell: (invitation) => (
        <>
          <strong className={list.name}>{meetingOf(invitation)}</strong>
          {invitation.title !== null && (
            <span className={classes.why}>{invitation.guests.map(({ name }) => name).join(', ')}</span>
          )}
        </>
      ),
    },
    { key: 'tenant', title: t('visitors.column.tenant'), cell: ({ tenant }) => tenant.name },
    {
      key: 'host',
      title: t('visitors.left.host'),
      under: 'tenant',
      cell: ({ host }) => host?.name ?? t('visitors.left.wholeTenant'),
    },
    {
      key: 'time',
      title: t('visitors.left.next'),
      cell: ({ startsAt }) => <span className={classes.when}>{shortMoment(startsAt)}</span>,
    },
  ];
}

const Host = z.object({ employeeId: z.number().nullable() });

function ChooseHostDialog({ target, ...props }: TargetDialog<Invitation>) {
  return target && <HostForm key={target.id} {...props} invitation={target} />;
}

type HostFormProps = Omit<TargetDialog<Invitation>, 'target'> & { invitation: Invitation };

/** Begins with the stand-in. In a series, also changes the later dates whose host left, and leaves those whose host the desk has chosen. */
function HostForm({ invitation, opened, onClose }: HostFormProps) {
  const { t } = useTranslation();
  const { id: invitationId, tenant, host, seriesId, notifyGuests } = invitation;
  const form = useZodForm(Host, { defaultValues: { employeeId: host?.id ?? null } });
  const employees = useEmployeeOptions(tenant.id, host);
  const { mutateAsync } = useVisitorChange(async (body: z.output<typeof Host>, client) => {
    await call(changeInvitation, { params: { invitationId }, query: { dates: 'following', only: 'hostLeft' }, body });
    for (const each of [listInvitations, listTenantInvitations]) {
      await client.invalidateQueries({ queryKey: keyOf(each) });
    }
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('visitors.left.choose')}
      form={form}
      onSubmit={async (typed) => {
        await mutateAsync(typed);
        toast(t('visitors.left.done', { meeting: meetingOf(invitation) }));
      }}
      submitLabel={t('visitors.left.submit')}
      submitUnchanged
    >
      <SelectField
        control={form.control}
        name="employeeId"
        label={t('visitors.left.field')}
        help={t('visitors.left.help')}
        clearable
        {...employees}
      />
      <p className={classes.why}>
        {seriesId !== null && `${t('visitors.left.series')} `}
        {t(`visitors.left.${notifyGuests ? 'notified' : 'quiet'}`)}
      </p>
    </FormDialog>
  );
}
