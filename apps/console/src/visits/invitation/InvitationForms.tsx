import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useWhenOpened } from '../../ui/dialog/use-when-opened.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast.ts';
import type { Clock } from './use-building-clock.ts';
import { GuestsField } from './GuestsField.tsx';
import {
  addSchema,
  editedInvitation,
  EditSchema,
  guestsOf,
  noGuests,
  placeComplaints,
  reasonFields,
  toEdit,
} from './invitation-form.ts';
import {
  DatesField,
  HostField,
  MessageFields,
  RepeatFields,
  TenantField,
  TimeFields,
  TitleField,
  ZoneHelp,
} from './MeetingFields.tsx';
import { InvitationPreview } from './InvitationPreview.tsx';
import { useNewInvitation } from './new-invitation.ts';
import { useGuestCountry, useHostInviter } from './use-inviter.ts';
import { useAddGuests, useChangeInvitation } from './use-invitations.ts';

const width = 720;

interface CreateInvitationDialogProps {
  companyId: number;
  /** Set if the tenant cannot be chosen. */
  tenantId: number | undefined;
  clock: Clock;
  /** An earlier invitation to repeat. */
  earlier?: Invitation | null;
  opened: boolean;
  onClose: () => void;
}

export function CreateInvitationDialog(props: CreateInvitationDialogProps) {
  const { companyId, tenantId: preset = props.earlier?.tenant.id, clock, earlier = null, opened, onClose } = props;
  const { t } = useTranslation();
  const host = useHostInviter();
  const { form, country, tenantId, isQuiet, once, save, marks, restart } = useNewInvitation({
    companyId,
    tenantId: preset,
    clock,
    earlier,
  });
  useWhenOpened(opened, restart);

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('invitations.creating.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('invitations.creating.submit')}
      submitUnchanged
      reasonFields={marks}
      once={once}
      width={width}
    >
      <FormProvider {...form}>
        <TitleField />
        {preset === undefined && <TenantField companyId={companyId} />}
        {!host && <HostField key={tenantId} tenantId={tenantId} preset={earlier?.host ?? null} />}
        <TimeFields />
        <ZoneHelp clock={clock} />
        <RepeatFields />
        <GuestsField country={country} areNotified={!isQuiet} />
        <MessageFields hasDefault />
        <InvitationPreview tenantId={tenantId} clock={clock} country={country} />
      </FormProvider>
    </FormDialog>
  );
}

interface OfInvitationProps extends TargetDialog<Invitation> {
  clock: Clock;
}

export function EditInvitationDialog({ target, ...props }: OfInvitationProps) {
  return target && <EditForm key={target.id} {...props} invitation={target} />;
}

type EditFormProps = Omit<OfInvitationProps, 'target'> & { invitation: Invitation };

function EditForm({ invitation, clock, opened, onClose }: EditFormProps) {
  const { t } = useTranslation();
  const host = useHostInviter();
  const before = editedInvitation(clock, invitation);
  const form = useZodForm(EditSchema, { defaultValues: before });
  const dates = useWatch({ control: form.control, name: 'dates' });
  // A stand-in covers some dates of the colleague, and not the series.
  const mayRepeat = invitation.seriesId !== null && (host === null || host.employeeId === invitation.host?.id);
  const change = useChangeInvitation();
  useWhenOpened(opened, () => form.reset(before));
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('invitations.editing.title')}
      form={form}
      onSubmit={async ({ dates, ...typed }) => {
        const body = toEdit(clock, invitation, before, { ...typed, dates });
        if (Object.keys(body).length > 0)
          await change.mutateAsync({ invitationId: invitation.id, dates, body }).catch((error: unknown) => {
            throw placeComplaints(error, noGuests);
          });
        toast(t('invitations.editing.done'));
      }}
      reasonFields={reasonFields}
      width={width}
    >
      <FormProvider {...form}>
        {invitation.seriesId !== null && <DatesField />}
        <TitleField />
        <TimeFields />
        <ZoneHelp clock={clock} />
        {mayRepeat && dates !== 'this' && <RepeatFields series={invitation.repeat} />}
        {!host && <HostField tenantId={invitation.tenant.id} preset={invitation.host} />}
        <MessageFields />
      </FormProvider>
    </FormDialog>
  );
}

export function AddGuestsDialog({ target: invitation, opened, onClose }: TargetDialog<Invitation>) {
  const { t } = useTranslation();
  const country = useGuestCountry(invitation?.companyId ?? 0, invitation?.tenant.id ?? null);
  const areNotified = invitation?.notifyGuests ?? true;
  const form = useZodForm(addSchema({ country, areNotified }), { defaultValues: { ...noGuests, dates: 'this' } });
  const add = useAddGuests();
  const [once] = useState(createOnce);
  if (!invitation) return null;
  const { id: invitationId, seriesId } = invitation;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('invitations.adding.title')}
      form={form}
      onSubmit={async ({ dates, ...typed }) => {
        const body = { guests: guestsOf(typed).map(({ guest }) => guest) };
        await once
          .run([invitationId, dates, body], (idempotencyKey) =>
            add.mutateAsync({ invitationId, dates, body, idempotencyKey }),
          )
          .catch((error: unknown) => {
            throw placeComplaints(error, typed);
          });
        toast(t('invitations.adding.done'));
      }}
      submitLabel={t('invitations.adding.submit')}
      once={once}
      width={width}
    >
      <FormProvider {...form}>
        {seriesId !== null && <DatesField />}
        <GuestsField country={country} areNotified={areNotified} />
      </FormProvider>
    </FormDialog>
  );
}
