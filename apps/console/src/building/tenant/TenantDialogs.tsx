import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { type TenantAct, tenantActions } from './tenant-actions.tsx';

/** Rendered beside the table, so that a dialog survives its row. */
export function TenantDialogs({ target: act, opened, onClose }: TargetDialog<TenantAct>) {
  return tenantActions.map(
    ({ key, Dialog }) =>
      Dialog && (
        <Dialog
          key={key}
          target={act?.kind === key ? act.tenant : null}
          opened={opened && act?.kind === key}
          onClose={onClose}
        />
      ),
  );
}
