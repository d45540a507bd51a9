import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { DateRange, GuestFields, Invitation } from '@vestibule/contract/visits/invitation.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { publishInvitations } from '../visitor/visitor-changes.ts';
import { refreshExpectations } from './expectation.ts';
import { enrollGuests, readGuests, requireFewDates } from './guest.ts';
import { forgetGuests, type Member, unlinkGuest } from './guest.store.ts';
import { type GuestMessageDeps, notifyGuests } from './guest-message.ts';
import { type HeldMeeting, holdMeeting } from './invitation.ts';
import { findInvitation, toInvitation } from './invitation.store.ts';

interface Named {
  invitationId: number;
  range: DateRange;
}

/**
 * Adds guests to dates of a meeting and notifies them.
 * @throws {Refusal} as the contract states
 */
export function addGuests(
  db: Db,
  deps: GuestMessageDeps,
  actor: Actor,
  { invitationId, range }: Named,
  typed: readonly GuestFields[],
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, invitationId, range);
    const { row, place, dates, members } = held;
    const { notify_guests: notifies, language } = row;
    const phones = members.map(({ phone }) => phone);
    const guests = readGuests(place, { guests: typed, notifyGuests: notifies, language }, phones);
    const perDate = dates.map(({ id }) => members.filter((member) => member.invitation_id === id).length);
    requireFewDates(Math.max(...perDate) + guests.length, 1, 0);
    requireFewDates(0, 1, members.length + guests.length * dates.length);
    const companyId = row.company_id;
    const ids = dates.map(({ id }) => id);
    const enroll = await enrollGuests(db, deps.vault, companyId, guests);
    const guestIds = await enroll.into(row.meeting_id, ids);
    await refreshExpectations(db, companyId, enroll.visitorIds);
    await notifyGuests(db, deps, actor, { kind: 'invitation', companyId, invitationIds: ids, guestIds });
    return finish(db, actor, held, 'invitation.guestAdded');
  });
}

/**
 * Removes a guest from dates of a meeting and notifies the guest.
 * @throws {Refusal} `visitorIsCheckedIn`; `invitationIsOver`; `notFound`
 */
export function removeGuest(
  db: Db,
  deps: GuestMessageDeps,
  actor: Actor,
  { guestId, ...named }: Named & { guestId: number },
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, named.invitationId, named.range);
    const { guest_id: id, visitor_id: visitorId } = memberOf(held, guestId);
    const companyId = held.row.company_id;
    const ids = held.dates.map((date) => date.id);
    const meant = held.members.filter((member) => member.guest_id === id && ids.includes(member.invitation_id));
    if (meant.some(({ is_inside: isInside }) => isInside)) throw new Refusal('visitorIsCheckedIn');
    const kind = 'invitationCanceled';
    const isLast = held.members.filter((member) => member.guest_id === id).length === meant.length;
    const message = { kind, companyId, invitationIds: ids, guestIds: [id], isLast } as const;
    await notifyGuests(db, deps, actor, message);
    await unlinkGuest(db, companyId, id, ids);
    await forgetGuests(db, [id]);
    await refreshExpectations(db, companyId, visitorId === null ? [] : [visitorId]);
    return finish(db, actor, held, 'invitation.guestRemoved');
  });
}

/**
 * Sends the invitation to a guest again.
 * @throws {Refusal} `guestNeedsEmailOrPhone`; `invitationIsOver`; `notFound`
 */
export function resendPass(
  db: Db,
  deps: GuestMessageDeps,
  actor: Actor,
  { invitationId, guestId }: { invitationId: number; guestId: number },
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, invitationId, 'following');
    const member = memberOf(held, guestId);
    if (!member.has_address) throw new Refusal('guestNeedsEmailOrPhone');
    const { company_id: companyId } = held.row;
    const invitationIds = held.dates.map(({ id }) => id);
    const message = {
      kind: 'invitation',
      companyId,
      invitationIds,
      guestIds: [member.guest_id],
      isAsked: true,
    } as const;
    await notifyGuests(db, deps, actor, message);
    return finish(db, actor, held, 'invitation.passSent');
  });
}

function memberOf({ row, members }: HeldMeeting, guestId: number): Member {
  return orNotFound(members.find(({ id, invitation_id: of }) => id === guestId && of === row.id));
}

type GuestAction = 'invitation.guestAdded' | 'invitation.guestRemoved' | 'invitation.passSent';

async function finish(db: Db, actor: Actor, { row, dates }: HeldMeeting, action: GuestAction): Promise<Invitation> {
  const { id: subjectId, company_id: companyId, tenant_id: tenantId } = row;
  await audit(db, actor, { action, companyId, subject: 'invitation', subjectId });
  await publishInvitations(
    db,
    { companyId, tenantId },
    dates.map(({ id }) => id),
  );
  return toInvitation(orNotFound(await findInvitation(db, actor, subjectId)));
}
