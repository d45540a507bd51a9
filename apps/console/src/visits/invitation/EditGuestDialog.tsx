import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { languages, line } from '@vestibule/contract/platform/values.ts';
import type { Guest } from '@vestibule/contract/visits/guest.ts';
import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCountry } from '../../building/settings/use-country.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useWhenOpened } from '../../ui/dialog/use-when-opened.ts';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { languageOption } from '../../ui/language-name.ts';
import { toast } from '../../ui/toast.ts';
import { checkGuests } from './guest-lines.ts';
import { type InvitationAct, useEditGuest } from './use-invitations.ts';

function editSchema(country: CountryCode | undefined, areNotified: boolean) {
  const fields = { name: line(120), companyName: line(120), email: line(254), phone: line(32) };
  return z
    .object({ ...fields, language: z.enum(languages) })
    .superRefine(({ name, companyName, email, phone }, context) => {
      const [problem] = checkGuests([{ name, companyName, email, phone }], { country, areNotified });
      if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.key });
    });
}

export function EditGuestDialog({ target, ...props }: TargetDialog<InvitationAct>) {
  const guest = target?.invitation.guests.find(({ id }) => id === target.guestId);
  return target && guest && <GuestForm key={guest.id} {...props} invitation={target.invitation} guest={guest} />;
}

type GuestFormProps = Omit<TargetDialog<InvitationAct>, 'target'> & { invitation: Invitation; guest: Guest };

function GuestForm({ invitation, guest, opened, onClose }: GuestFormProps) {
  const { t } = useTranslation();
  const { id: invitationId, companyId, tenant, notifyGuests } = invitation;
  const country = useCountry(companyId, tenant.id);
  const { id, name, companyName, email, phone, language } = guest;
  const before = { name, companyName: companyName ?? '', email: email ?? '', phone: phone ?? '', language };
  const form = useZodForm(editSchema(country, notifyGuests), { defaultValues: before });
  const edit = useEditGuest();
  const { control } = form;
  useWhenOpened(opened, () => form.reset(before));
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('invitations.editingGuest.title')}
      form={form}
      onSubmit={async ({ language: chosen, ...typed }) => {
        // A language that is sent counts as chosen for the guest.
        const body = { guests: [{ id, ...typed, ...(chosen !== language && { language: chosen }) }] };
        await edit.mutateAsync({ invitationId, body }).catch((error: unknown) => {
          throw placeComplaints(error);
        });
        toast(t('invitations.editingGuest.done', { name: typed.name }));
      }}
    >
      <TextField
        control={control}
        name="name"
        label={t('invitations.guest.name')}
        written="name"
        maxLength={120}
        initialFocus
      />
      <TextField
        control={control}
        name="companyName"
        label={t('invitations.guest.company')}
        written="name"
        maxLength={120}
      />
      <TextField control={control} name="email" label={t('invitations.guest.email')} type="email" maxLength={254} />
      <TextField control={control} name="phone" label={t('invitations.guest.phone')} maxLength={32} />
      <SelectField
        control={control}
        name="language"
        label={t('invitations.editingGuest.language')}
        options={languages.map(languageOption)}
      />
      <p>
        {t('invitations.editingGuest.pass')} {notifyGuests && t('invitations.editingGuest.address', { name })}
      </p>
    </FormDialog>
  );
}

/** The request has a list of one guest. */
function placeComplaints(error: unknown): unknown {
  if (!(error instanceof CallFailed) || !error.problem?.fields) return error;
  const fields = Object.entries(error.problem.fields).map(
    ([path, key]) => [path.replace('guests.0.', ''), key] as const,
  );
  return new CallFailed(error.status, { ...error.problem, fields: Object.fromEntries(fields) });
}
