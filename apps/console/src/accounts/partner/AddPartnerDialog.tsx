import { PartnerCode } from '@vestibule/contract/accounts/partner-edit.ts';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useAttachPartner } from './use-partners.ts';

interface AddPartnerDialogProps {
  opened: boolean;
  onClose: () => void;
  companyId: number;
}

/** Attaches the partner who has a code to a company. */
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
