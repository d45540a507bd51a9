import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { VisitorState } from '@vestibule/contract/visits/today.ts';
import type { useDisclosure } from '@vestibule/ui/hooks.ts';
import type { useTarget } from '../../ui/dialog/use-target.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { useBadges } from './use-badges.ts';
import type { useBulkCheckIn } from './use-bulk-check-in.ts';
import type { CheckOuts } from './use-check-outs.ts';
import type { RegisterTarget } from './use-guest-check-in.ts';
import type { usePanel } from './use-panel.ts';
import type { useVisitorActions } from './use-visitor-actions.ts';
import { type VisitorAct, VisitorDialogs } from './VisitorDialogs.tsx';

const RegisterVisitorDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RegisterVisitorDialog);
const BadgePreviewDialog = lazyDialog(async () => (await import('./dialogs.tsx')).BadgePreviewDialog);
const NotCheckedInDialog = lazyDialog(async () => (await import('./dialogs.tsx')).NotCheckedInDialog);
const VisitorPanel = lazyDialog(async () => (await import('./dialogs.tsx')).VisitorPanel);
const ImportVisitorsDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ImportVisitorsDialog);

const noActions: readonly never[] = [];

interface DeskDialogsProps {
  companyId: number;
  /** The only tenant of the screen. */
  tenant?: Tenant;
  states: ReadonlyMap<number, VisitorState>;
  checkOuts: CheckOuts;
  actions: ReturnType<typeof useVisitorActions>;
  panel: ReturnType<typeof usePanel>;
  act: ReturnType<typeof useTarget<VisitorAct>>;
  register: ReturnType<typeof useTarget<RegisterTarget | null>>;
  importing: ReturnType<typeof useDisclosure>;
  bulk: ReturnType<typeof useBulkCheckIn>;
  badges: ReturnType<typeof useBadges>;
}

/** The panel and the dialogs of a list of visitors. */
export function DeskDialogs(props: DeskDialogsProps) {
  const { companyId, tenant, states, checkOuts, actions, panel, act, register, importing, bulk, badges } = props;
  const [isImporting, { close }] = importing;
  return (
    <>
      <VisitorPanel
        {...panel}
        state={states.get(panel.visitor?.id ?? 0)}
        visitId={panel.visitor && checkOuts.visitIdOf(panel.visitor)}
        isGone={panel.visitor !== null && checkOuts.isGone(panel.visitor)}
        actions={(panel.visitor && actions?.(panel.visitor)) ?? noActions}
      />
      <VisitorDialogs {...act.dialog} onCheckOut={checkOuts.checkOut} />
      <RegisterVisitorDialog
        companyId={companyId}
        {...(tenant && { tenantId: tenant.id })}
        {...register.dialog}
        onBadges={badges.show}
      />
      <ImportVisitorsDialog
        companyId={companyId}
        {...(tenant && { tenant })}
        opened={isImporting}
        onClose={close}
        onBadges={badges.show}
      />
      <NotCheckedInDialog {...bulk.conflicts} />
      <BadgePreviewDialog {...badges.dialog} />
    </>
  );
}
