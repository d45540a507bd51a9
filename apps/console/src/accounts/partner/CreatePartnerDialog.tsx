import { PartnerName } from '@vestibule/contract/accounts/partner-edit.ts';
import { useTranslation } from 'react-i18next';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { useCreatePartner } from './use-partners.ts';

interface CreatePartnerDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Creates a partner, and says the code by which companies find it. */
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
