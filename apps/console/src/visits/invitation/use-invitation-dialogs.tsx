import type { Invitation } from '@vestibule/contract/visits/invitation.ts';
import type { ReactNode } from 'react';
import { dialogsByKind, useTarget } from '../../ui/dialog/use-target.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { Clock } from './use-building-clock.ts';
import type { InvitationAct } from './use-invitations.ts';

const load = () => import('./dialogs.tsx');
const CreateInvitationDialog = lazyDialog(async () => (await load()).CreateInvitationDialog);
const EditInvitationDialog = lazyDialog(async () => (await load()).EditInvitationDialog);
const EditGuestDialog = lazyDialog(async () => (await load()).EditGuestDialog);
const AddGuestsDialog = lazyDialog(async () => (await load()).AddGuestsDialog);
const CancelInvitationDialog = lazyDialog(async () => (await load()).CancelInvitationDialog);
const RemoveGuestDialog = lazyDialog(async () => (await load()).RemoveGuestDialog);
const InvitationDialog = lazyDialog(async () => (await load()).InvitationDialog);

interface Place {
  companyId: number;
  /** Set if the tenant cannot be chosen. */
  tenantId: number | undefined;
  clock: Clock;
}

interface InvitationDialogs {
  /** Begins with an earlier invitation, if one is given. */
  create: (earlier?: Invitation) => void;
  act: (act: InvitationAct) => void;
  /** Shows an invitation with its guests. It follows the list that has it. */
  show: (invitation: Invitation) => void;
  dialogs: ReactNode;
}

/**
 * The dialogs of invitations, for screens of this and of higher folders.
 * @param listed the current rows of the list, for the dialog of `show`
 */
export function useInvitationDialogs(place: Place, listed: readonly Invitation[] = []): InvitationDialogs {
  const { companyId, tenantId, clock } = place;
  const creating = useTarget<{ earlier: Invitation | null }>();
  const shown = useTarget<Invitation>();
  const acting = useTarget<InvitationAct>();
  const of = dialogsByKind(acting.dialog, ({ invitation }) => invitation);
  const ofGuest = dialogsByKind(acting.dialog, (target) => target);
  const current = listed.find(({ id }) => id === shown.dialog.target?.id) ?? shown.dialog.target;
  const act = (target: InvitationAct) =>
    target.kind === 'again' ? creating.open({ earlier: target.invitation }) : acting.open(target);
  return {
    create: (earlier) => creating.open({ earlier: earlier ?? null }),
    act,
    show: shown.open,
    dialogs: (
      <>
        <CreateInvitationDialog
          companyId={companyId}
          tenantId={tenantId}
          clock={clock}
          earlier={creating.dialog.target?.earlier}
          opened={creating.dialog.opened}
          onClose={creating.dialog.onClose}
        />
        <InvitationDialog {...shown.dialog} target={current} clock={clock} onAct={act} />
        <EditInvitationDialog {...of('edit')} clock={clock} />
        <AddGuestsDialog {...of('addGuests')} />
        <CancelInvitationDialog {...of('cancel')} clock={clock} />
        <EditGuestDialog {...ofGuest('editGuest')} />
        <RemoveGuestDialog {...ofGuest('remove')} />
      </>
    ),
  };
}
