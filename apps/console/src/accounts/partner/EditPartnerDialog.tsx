import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { PartnerName } from '@vestibule/contract/accounts/partner-edit.ts';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useRenamePartner } from './use-partners.ts';

/** Renames a partner. */
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
