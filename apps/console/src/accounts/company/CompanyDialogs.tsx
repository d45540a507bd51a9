import type { Company } from '@vestibule/contract/accounts/company.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';

const CreateCompanyDialog = lazyDialog(async () => (await import('./dialogs.tsx')).CreateCompanyDialog);
const EditCompanyDialog = lazyDialog(async () => (await import('./dialogs.tsx')).EditCompanyDialog);
const LeaveCompanyDialog = lazyDialog(async () => (await import('./dialogs.tsx')).LeaveCompanyDialog);
const DeleteCompanyDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteCompanyDialog);

export type CompanyAct = { kind: 'create' } | { kind: 'edit' | 'leave' | 'delete'; company: Company };

interface CompanyDialogsProps extends TargetDialog<CompanyAct> {
  /** Null for all companies. */
  partnerId: number | null;
}

export function CompanyDialogs({ target: act, opened, onClose, partnerId }: CompanyDialogsProps) {
  const dialog = (kind: CompanyAct['kind']) => ({ opened: opened && act?.kind === kind, onClose });
  const company = act && 'company' in act ? act.company : null;
  return (
    <>
      <CreateCompanyDialog {...dialog('create')} partnerId={partnerId} />
      <EditCompanyDialog {...dialog('edit')} target={company} />
      {partnerId !== null && <LeaveCompanyDialog {...dialog('leave')} target={company} partnerId={partnerId} />}
      <DeleteCompanyDialog {...dialog('delete')} target={company} />
    </>
  );
}
