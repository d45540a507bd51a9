import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { dialogsByKind, type TargetDialog } from '../../ui/dialog/use-target.ts';

const EditPartnerDialog = lazyDialog(async () => (await import('./dialogs.tsx')).EditPartnerDialog);
const DeletePartnerDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeletePartnerDialog);

export interface PartnerAct {
  kind: 'edit' | 'delete';
  partner: Partner;
}

export function PartnerDialogs(dialog: TargetDialog<PartnerAct>) {
  const of = dialogsByKind(dialog, ({ partner }) => partner);
  return (
    <>
      <EditPartnerDialog {...of('edit')} />
      <DeletePartnerDialog {...of('delete')} />
    </>
  );
}
