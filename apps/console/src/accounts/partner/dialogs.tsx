import { PartnerCode, PartnerName } from '@vestibule/contract/accounts/partner-edit.ts';
import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast.ts';
import {
  useAttachPartner,
  useCreatePartner,
  useDeletePartner,
  useDetachPartner,
  usePartner,
  useRenamePartner,
} from './use-partners.ts';

interface CreatePartnerDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreatePartnerDialog({ opened, onClose }: CreatePartnerDialogProps) {
  const { t } = useTranslation();
  const create = useCreatePartner();

  return (
    <CreateDialog
      opened={opened}
      onClose={onClose}
      title={t('partners.creating.title')}
      label={t('partners.field.name')}
      schema={PartnerName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, idempotencyKey })}
      done={({ name, code }) => t('partners.creating.done', { name, code })}
    />
  );
}

export function EditPartnerDialog(dialog: TargetDialog<Partner>) {
  const { t } = useTranslation();
  const rename = useRenamePartner();
  return (
    <RenameDialog
      {...dialog}
      title={t('partners.editing.title')}
      label={t('partners.field.name')}

      schema={PartnerName}
      onRename={({ id }, change) => rename.mutateAsync({ partnerId: id, ...change })}
      done={(name) => t('partners.editing.done', { name })}
    />
  );
}

interface AddPartnerDialogProps {
  opened: boolean;
  onClose: () => void;
  companyId: number;
}

export function AddPartnerDialog({ opened, onClose, companyId }: AddPartnerDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(PartnerCode, { defaultValues: { partnerCode: '' } });
  const attach = useAttachPartner();

  const save = async ({ partnerCode }: { partnerCode: string }) => {
    const partner = await attach.mutateAsync({ companyId, partnerCode });
    if (partner) toast(t('partners.adding.done', { name: partner.name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('partners.adding.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('partners.adding.submit')}
    >
      <TextField
        control={form.control}
        name="partnerCode"
        written="capitals"
        label={t('partners.field.code')}
        required
        help={t('partners.field.codeHelp')}
        maxLength={32}
        initialFocus
      />
    </FormDialog>
  );
}

interface UnassignDialogProps extends TargetDialog<Partner> {
  companyId: number;
}

export function UnassignDialog({ target: partner, opened, onClose, companyId }: UnassignDialogProps) {
  const { t } = useTranslation();
  const detach = useDetachPartner();
  if (!partner) return null;
  const { id, name } = partner;

  const confirm = async () => {
    await detach.mutateAsync({ partnerId: id, companyId });
    toast(t('partners.unassigning.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('partners.unassigning.title')}
      confirmLabel={t('partners.unassigning.submit')}
      onConfirm={confirm}
    >
      {t('partners.unassigning.sure', { name })}
    </ConfirmDialog>
  );
}

export function DeletePartnerDialog({ target: partner, opened, onClose }: TargetDialog<Partner>) {
  const { t } = useTranslation();
  const deletePartner = useDeletePartner();
  const { data, isFetching } = usePartner(opened ? partner?.id : undefined);
  if (!partner) return null;
  const { id, name } = partner;

  const confirm = async () => {
    await deletePartner.mutateAsync(id);
    toast(t('partners.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      isReady={!isFetching}
      title={t('partners.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      typedWord={data?.companies?.length === 0 ? undefined : typedWord}
    >
      {t('partners.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
