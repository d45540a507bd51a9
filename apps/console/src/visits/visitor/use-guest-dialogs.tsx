import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { ReactNode } from 'react';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { type Arriving, type RegisterTarget, useGuestCheckIn } from './use-guest-check-in.ts';

const RegisterVisitorDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RegisterVisitorDialog);
const BadgePreviewDialog = lazyDialog(async () => (await import('./dialogs.tsx')).BadgePreviewDialog);
const NotCheckedInDialog = lazyDialog(async () => (await import('./dialogs.tsx')).NotCheckedInDialog);

export interface GuestArrivals {
  checkIn: (arriving: Arriving) => Promise<void>;
  isBusy: boolean;
  dialogs: ReactNode;
}

/** The check-in of guests with its dialogs, for screens of higher folders. */
export function useGuestArrivals(companyId: number, tenantId: number | undefined): GuestArrivals {
  const register = useTarget<RegisterTarget>();
  const badges = useTarget<string>();
  const conflicts = useTarget<{ conflicts: readonly Conflict[]; html: string | null }>();
  const { checkIn, isBusy } = useGuestCheckIn({
    onForm: register.open,
    onBadges: badges.open,
    onConflicts: (left, html) => conflicts.open({ conflicts: left, html }),
  });
  const closeConflicts = () => {
    conflicts.dialog.onClose();
    if (conflicts.dialog.target?.html) badges.open(conflicts.dialog.target.html);
  };
  return {
    checkIn,
    isBusy,
    dialogs: (
      <>
        <RegisterVisitorDialog
          companyId={companyId}
          {...(tenantId !== undefined && { tenantId })}
          {...register.dialog}
          onBadges={badges.open}
        />
        <NotCheckedInDialog
          target={conflicts.dialog.target?.conflicts ?? null}
          opened={conflicts.dialog.opened}
          onClose={closeConflicts}
        />
        <BadgePreviewDialog {...badges.dialog} />
      </>
    ),
  };
}
