import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  addGuests,
  cancelInvitation,
  changeInvitation,
  createInvitation,
  type DateRange,
  getInvitation,
  type Invitation,
  type InvitationEdit,
  InvitationQuery,
  listInvitations,
  listTenantInvitations,
  removeGuest,
  resendPass,
} from '@vestibule/contract/visits/invitation.ts';
import {
  addGuestsOfHost,
  cancelHostInvitation,
  changeHostInvitation,
  createHostInvitation,
  getHostInvitation,
  listCoveredInvitations,
  listHostInvitations,
  removeGuestOfHost,
  resendPassOfHost,
} from '@vestibule/contract/visits/host-invitation.ts';
import { releaseMessage } from '@vestibule/contract/visits/message.ts';
import { call, type CallInput } from '@vestibule/web/call.ts';
import { useLivePause } from '@vestibule/web/live.ts';
import { keyOf, pageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import type { z } from 'zod';
import type { PageQuery } from '../../ui/list/use-list-state.ts';
import { useHostInviter } from './use-inviter.ts';

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
const queuedPollMs = 5_000;

export function useInvitations({ companyId, tenantId }: Place, filter: InvitationFilter & PageQuery, isOn: boolean) {
  const pause = useLivePause();
  const pauseFor = (rows: readonly Invitation[] = []) =>
    rows.some(({ guests }) => guests.some(({ passState }) => passState === 'queued')) ? queuedPollMs : pause;
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

const lists = [listInvitations, listTenantInvitations, listHostInvitations, listCoveredInvitations];

/** Staff and hosts have calls of their own for the same changes. */
function useInvitationChange<Change, Result>(ofStaff: (input: Change) => Promise<Result>, ofHost = ofStaff) {
  const client = useQueryClient();
  const host = useHostInviter();
  const reload = () => Promise.all(lists.map((list) => client.invalidateQueries({ queryKey: keyOf(list) })));
  return useMutation({ mutationFn: host ? ofHost : ofStaff, ...reloading(reload) });
}

interface Keyed {
  idempotencyKey: string;
}

interface NewInvitation extends Keyed {
  tenantId: number;
  body: CallInput<typeof createInvitation>['body'];
}

export function useCreateInvitation() {
  return useInvitationChange(
    ({ tenantId, body, idempotencyKey }: NewInvitation) =>
      call(createInvitation, { params: { tenantId }, body }, { idempotencyKey }),
    ({ body, idempotencyKey }) =>
      call(createHostInvitation, { body: { ...body, employeeId: undefined } }, { idempotencyKey }),
  );
}

interface Dated {
  invitationId: number;
  dates: DateRange;
}

export function useChangeInvitation() {
  return useInvitationChange(
    ({ invitationId, dates, body }: Dated & { body: InvitationEdit }) =>
      call(changeInvitation, { params: { invitationId }, query: { dates }, body }),
    ({ invitationId, dates, body }) =>
      call(changeHostInvitation, {
        params: { invitationId },
        query: { dates },
        body: { ...body, employeeId: undefined },
      }),
  );
}

/** Only staff edit guests. */
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

/** The guests of the dates. Undefined while those of several dates are loaded, and if that fails. */
export function useGuestsOfDates(invitation: Invitation | null | undefined, dates: DateRange) {
  const host = useHostInviter();
  const isOn = typeof invitation?.seriesId === 'number' && dates !== 'this';
  const input = { params: { invitationId: invitation?.id ?? 0 }, query: { dates } };
  const ofStaff = useQuery({ ...queryOf(getInvitation, input), enabled: isOn && !host });
  const ofHost = useQuery({ ...queryOf(getHostInvitation, input), enabled: isOn && host !== null });
  const { data, error } = host ? ofHost : ofStaff;
  return isOn ? { guests: data?.guests, error } : { guests: invitation?.guests, error: null };
}

export function useCancelInvitation() {
  return useInvitationChange(
    ({ invitationId, dates }: Dated) => call(cancelInvitation, { params: { invitationId }, query: { dates } }),
    ({ invitationId, dates }) => call(cancelHostInvitation, { params: { invitationId }, query: { dates } }),
  );
}

type NewGuests = Dated & Keyed & { body: CallInput<typeof addGuests>['body'] };

export function useAddGuests() {
  return useInvitationChange(
    ({ invitationId, dates, body, ...key }: NewGuests) =>
      call(addGuests, { params: { invitationId }, query: { dates }, body }, key),
    ({ invitationId, dates, body, ...key }) =>
      call(addGuestsOfHost, { params: { invitationId }, query: { dates }, body }, key),
  );
}

export function useRemoveGuest() {
  return useInvitationChange(
    ({ invitationId, guestId, dates }: Dated & { guestId: number }) =>
      call(removeGuest, { params: { invitationId, guestId }, query: { dates } }),
    ({ invitationId, guestId, dates }) =>
      call(removeGuestOfHost, { params: { invitationId, guestId }, query: { dates } }),
  );
}

export function useResendPass() {
  return useInvitationChange(
    ({ invitationId, guestId, ...key }: Keyed & { invitationId: number; guestId: number }) =>
      call(resendPass, { params: { invitationId, guestId } }, key),
    ({ invitationId, guestId, ...key }) => call(resendPassOfHost, { params: { invitationId, guestId } }, key),
  );
}

/** An act of a row, in a dialog. */
export interface InvitationAct {
  kind: 'edit' | 'addGuests' | 'again' | 'cancel' | 'editGuest' | 'remove';
  invitation: Invitation;
  /** The guest to edit or remove. */
  guestId?: number;
}
