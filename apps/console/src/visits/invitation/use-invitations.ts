import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addGuests,
  cancelInvitation,
  changeInvitation,
  createInvitation,
  type DateRange,
  type Invitation,
  type InvitationEdit,
  InvitationQuery,
  listInvitations,
  listTenantInvitations,
  removeGuest,
  resendPass,
} from '@vestibule/contract/visits/invitation.ts';
import { releaseMessage } from '@vestibule/contract/visits/message.ts';
import { call, type CallInput } from '@vestibule/web/call.ts';
import { usePauseWhenNotLive } from '@vestibule/web/live.ts';
import { keyOf, pageOf, reloading } from '@vestibule/web/query.ts';
import type { z } from 'zod';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** `from` and `to` are days of the building, both included. */
export const invitationFilter = {
  schema: InvitationQuery.pick({ from: true, to: true, state: true }),
  names: { from: 'since', to: 'until', state: 'state' },
} as const;
export type InvitationFilter = z.output<typeof invitationFilter.schema>;

interface Place {
  companyId: number;
  /** Set in the list of one tenant. */
  tenantId: number | undefined;
}

/** In ms. A worker reports no sent message to this list. */
const pauseWhileQueued = 5_000;
const pauseWhenLive = 300_000;

export function useInvitations({ companyId, tenantId }: Place, filter: InvitationFilter & PageQuery, isOn: boolean) {
  const pause = usePauseWhenNotLive() || pauseWhenLive;
  const pauseFor = (rows: readonly Invitation[] = []) =>
    rows.some(({ guests }) => guests.some(({ passState }) => passState === 'queued')) ? pauseWhileQueued : pause;
  const ofCompany = useQuery({
    ...pageOf(listInvitations, { params: { companyId }, query: filter }),
    enabled: isOn && tenantId === undefined,
    refetchInterval: ({ state }) => pauseFor(state.data?.rows),
  });
  const ofTenant = useQuery({
    ...pageOf(listTenantInvitations, { params: { tenantId: tenantId ?? 0 }, query: filter }),
    enabled: isOn && tenantId !== undefined,
    refetchInterval: ({ state }) => pauseFor(state.data?.rows),
  });
  return tenantId === undefined ? ofCompany : ofTenant;
}

function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [listInvitations, listTenantInvitations].map((list) => client.invalidateQueries({ queryKey: keyOf(list) })),
    );
}

function useInvitationChange<Change, Result>(change: (input: Change) => Promise<Result>) {
  const reload = useReload();
  return useMutation({ mutationFn: change, ...reloading(reload) });
}

interface Keyed {
  idempotencyKey: string;
}

export function useCreateInvitation() {
  type Body = CallInput<typeof createInvitation>['body'];
  return useInvitationChange(({ tenantId, body, idempotencyKey }: Keyed & { tenantId: number; body: Body }) =>
    call(createInvitation, { params: { tenantId }, body }, { idempotencyKey }),
  );
}

interface Dated {
  invitationId: number;
  dates: DateRange;
}

export function useChangeInvitation() {
  return useInvitationChange(({ invitationId, dates, body }: Dated & { body: InvitationEdit }) =>
    call(changeInvitation, { params: { invitationId }, query: { dates }, body }),
  );
}

export function useEditGuest() {
  type Edit = CallInput<typeof changeInvitation>['body'];
  return useInvitationChange(({ invitationId, body }: { invitationId: number; body: Edit }) =>
    call(changeInvitation, { params: { invitationId }, body }),
  );
}

/** One after the other, because each may reach a limit of the building. */
export function useReleaseMessages() {
  return useInvitationChange(async (messageIds: readonly number[]) => {
    for (const messageId of messageIds) await call(releaseMessage, { params: { messageId } });
  });
}

export function useCancelInvitation() {
  return useInvitationChange(({ invitationId, dates }: Dated) =>
    call(cancelInvitation, { params: { invitationId }, query: { dates } }),
  );
}

export function useAddGuests() {
  type Body = CallInput<typeof addGuests>['body'];
  return useInvitationChange(({ invitationId, dates, body, idempotencyKey }: Dated & Keyed & { body: Body }) =>
    call(addGuests, { params: { invitationId }, query: { dates }, body }, { idempotencyKey }),
  );
}

export function useRemoveGuest() {
  return useInvitationChange(({ invitationId, guestId, dates }: Dated & { guestId: number }) =>
    call(removeGuest, { params: { invitationId, guestId }, query: { dates } }),
  );
}

export function useResendPass() {
  return useInvitationChange(({ invitationId, guestId, ...key }: Keyed & { invitationId: number; guestId: number }) =>
    call(resendPass, { params: { invitationId, guestId } }, key),
  );
}

/** An act of a row, in a dialog. */
export interface InvitationAct {
  kind: 'edit' | 'addGuests' | 'again' | 'cancel' | 'editGuest' | 'remove';
  invitation: Invitation;
  /** The guest to edit or remove. */
  guestId?: number;
}
