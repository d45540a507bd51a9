import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, key } from '../platform/values.ts';
import {
  addGuests,
  cancelInvitation,
  changeInvitation,
  createInvitation,
  getInvitation,
  InvitationEdit,
  InvitationFields,
  listInvitations,
  previewInvitation,
  removeGuest,
  resendPass,
} from './invitation.ts';

/* Invitations of the host, and those that the host covers as a stand-in, in the shapes of `invitation.ts`. `visitorId` of guests is null. */

const access = 'host.act';

/** Only the host's own id, which is also the default. */
const ownId = { employeeId: Id.optional() };

/** Only staff expect guests without a message. */
const NotifyGuests = z.boolean().refine((notifies) => notifies, key('invalidValue'));

export const listHostInvitations = endpoint({
  ...listInvitations,
  access,
  path: '/host/invitations',
  summary: 'List your invitations, a row per date',
  params: z.object({}),
});

/** Of each colleague whose stand-in you are, from today through the last day. You can change them like your own, but not the rule of a series. */
export const listCoveredInvitations = endpoint({
  ...listInvitations,
  access,
  path: '/host/stand_in/invitations',
  summary: 'List the invitations that you cover as a stand-in, a row per date',
  params: z.object({}),
});

export const createHostInvitation = endpoint({
  ...createInvitation,
  access,
  path: '/host/invitations',
  summary: 'Invite guests as a host',
  params: z.object({}),
  body: InvitationFields.extend({ ...ownId, notifyGuests: NotifyGuests.default(true) }),
});

export const previewHostInvitation = endpoint({
  ...previewInvitation,
  access,
  path: '/host/invitations/preview',
  summary: 'Preview the message of your invitation to a guest',
  params: z.object({}),
  body: previewInvitation.body.extend(ownId),
});

export const getHostInvitation = endpoint({
  ...getInvitation,
  access,
  path: '/host/invitations/:invitationId',
  summary: 'Read your invitation',
});

export const changeHostInvitation = endpoint({
  ...changeInvitation,
  access,
  path: '/host/invitations/:invitationId',
  summary: 'Change your invitation',
  body: InvitationEdit.extend({ ...ownId, notifyGuests: NotifyGuests.optional() }),
});

export const cancelHostInvitation = endpoint({
  ...cancelInvitation,
  access,
  path: '/host/invitations/:invitationId',
  summary: 'Cancel your invitation',
});

export const addGuestsOfHost = endpoint({
  ...addGuests,
  access,
  path: '/host/invitations/:invitationId/guests',
  summary: 'Add guests to your invitation',
  refusals: [...addGuests.refusals, 'invitationsAreOff'],
});

export const removeGuestOfHost = endpoint({
  ...removeGuest,
  access,
  path: '/host/invitations/:invitationId/guests/:guestId',
  summary: 'Remove a guest from your invitation',
});

export const resendPassOfHost = endpoint({
  ...resendPass,
  access,
  path: '/host/invitations/:invitationId/guests/:guestId/resend',
  summary: 'Send your invitation to a guest again',
});
