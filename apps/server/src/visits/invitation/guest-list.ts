import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { GuestEdit, GuestFields } from '@vestibule/contract/visits/guest.ts';
import type { DateRange, Invitation } from '@vestibule/contract/visits/invitation.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { publishInvitations } from '../visitor/visitor-changes.ts';
import { refreshExpectations } from './expectation.ts';
import { enrollGuests, readGuests, requireFewDates, withVisitors } from './guest.ts';
import { declineDate, type Member, unlinkGuest, updateGuests } from './guest.store.ts';
import { type GuestMessageDeps, notifyGuests } from './guest-message.ts';
import { findMeeting, type FoundMeeting, type HeldMeeting, holdMeeting, visitorsOf } from './held-meeting.ts';
import { noteChange } from './meeting.store.ts';
import { findInvitation, type InvitationRow, toInvitation } from './invitation.store.ts';

/** A guest on one date: a row of `invitation_guest`. */
export interface InvitedGuest {
  invitationId: number;
  invitedGuestId: number;
}

/** Renames `guestId` of the wire. In the server, `guestId` is the id of a `guest`, who may have several dates. */
export function invitedGuest({ invitationId, guestId }: { invitationId: number; guestId: number }): InvitedGuest {
  return { invitationId, invitedGuestId: guestId };
}

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
  actor: Agent,
  { invitationId, range }: Named,
  typed: readonly GuestFields[],
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const before = await findMeeting(db, actor, invitationId);
    const companyId = before.row.company_id;
    const read = ({ row, place }: typeof before, known: readonly (string | null)[]) =>
      readGuests(place, { ...defaultsOf(row), guests: typed }, known);
    const guests = read(before, []);
    const enroll = await enrollGuests(db, deps.vault, companyId, guests, visitorsOf(before.members));
    const held = await holdMeeting(db, actor, invitationId, range);
    const { row, place, dates, members } = held;
    if (actor.role === 'host' && !place.is_on) throw new Refusal('invitationsAreOff');
    read(
      held,
      members.map(({ phone }) => phone),
    );
    const perDate = dates.map(({ id }) => members.filter((member) => member.invitation_id === id).length);
    requireFewDates(Math.max(...perDate) + guests.length, 1, 0);
    requireFewDates(0, 1, members.length + guests.length * dates.length);
    const ids = dates.map(({ id }) => id);
    const guestIds = await enroll.into(row.meeting_id, ids);
    await refreshExpectations(db, companyId, enroll.visitorIds);
    await notifyGuests(db, deps, actor, { kind: 'invitation', companyId, invitationIds: ids, guestIds });
    return finish(db, actor, held, 'invitation.guestAdded');
  });
}

/**
 * Replaces the data of guests of a meeting. Those with another address get the invitation again.
 * @throws {Refusal} `visitorIsCheckedIn`; `invitationIsOver`; `notFound`; as {@link readGuests}
 */
export function editGuests(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  invitationId: number,
  edits: readonly GuestEdit[],
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const before = await findMeeting(db, actor, invitationId);
    const companyId = before.row.company_id;
    const read = (meeting: typeof before, known: readonly (string | null)[]) => readEdits(meeting, edits, known);
    const guests = await withVisitors(db, companyId, read(before, []), visitorsOf(before.members));
    const held = await holdMeeting(db, actor, invitationId, 'all');
    const ids = guests.map(({ id }) => id);
    const [meant, others] = [held.members.filter(isAmong(ids)), held.members.filter((each) => !isAmong(ids)(each))];
    read(
      held,
      others.map(({ phone }) => phone),
    );
    if (meant.some(({ is_inside: isInside }) => isInside)) throw new Refusal('visitorIsCheckedIn');
    const moved = await updateGuests(db, companyId, guests);
    const visitors = [...visitorsOf(meant), ...guests.flatMap(({ visitorId }) => visitorId ?? [])];
    await refreshExpectations(db, companyId, visitors);
    const invitationIds = held.dates.map(({ id }) => id);
    await notifyGuests(db, deps, actor, { kind: 'invitation', companyId, invitationIds, guestIds: moved });
    return finish(db, actor, held, 'invitation.guestChanged');
  });
}

const isAmong = (guestIds: readonly number[]) => (member: Member) => guestIds.includes(member.guest_id);

/** The ids are those of the guests, and no longer those of their dates. */
function readEdits(meeting: FoundMeeting, edits: readonly GuestEdit[], known: readonly (string | null)[]) {
  const members = edits.map(({ id }) => memberOf(meeting, id));
  const typed = edits.map((edit, place) => ({ ...edit, language: edit.language ?? members[place]?.language }));
  const guests = readGuests(meeting.place, { ...defaultsOf(meeting.row), guests: typed }, known);
  return guests.map((guest, place) => ({
    ...guest,
    isLanguageChosen: edits[place]?.language !== undefined || members[place]?.is_language_chosen === true,
    id: members[place]?.guest_id ?? 0,
  }));
}

function defaultsOf({ notify_guests: notifyGuests, language, is_language_chosen: isLanguageChosen }: InvitationRow) {
  return { notifyGuests, language, isLanguageChosen };
}

/**
 * Removes a guest from dates of a meeting and notifies the guest.
 * @throws {Refusal} `visitorIsCheckedIn`; `invitationIsOver`; `notFound`
 */
export function removeGuest(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  { invitedGuestId, ...named }: Named & { invitedGuestId: number },
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, named.invitationId, named.range);
    const { guest_id: id, visitor_id: visitorId } = memberOf(held, invitedGuestId);
    const companyId = held.row.company_id;
    const ids = held.dates.map((date) => date.id);
    const meant = held.members.filter((member) => member.guest_id === id && ids.includes(member.invitation_id));
    if (meant.some(({ is_inside: isInside }) => isInside)) throw new Refusal('visitorIsCheckedIn');
    const kind = 'invitationCanceled';
    const isLast = held.members.filter((member) => member.guest_id === id).length === meant.length;
    const message = { kind, companyId, invitationIds: ids, guestIds: [id], isLast } as const;
    await noteChange(db, companyId, held.row.meeting_id);
    await notifyGuests(db, deps, actor, message);
    await unlinkGuest(db, companyId, id, ids);
    await refreshExpectations(db, companyId, visitorId === null ? [] : [visitorId]);
    return finish(db, actor, held, 'invitation.guestRemoved');
  });
}

/**
 * Ends the expectation of a guest on one date, without a message.
 * @throws {Refusal} `visitorIsCheckedIn`; `invitationIsOver`; `notFound`
 */
export function dismissGuest(
  db: Db,
  actor: Agent,
  { invitationId, invitedGuestId }: InvitedGuest,
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, invitationId, 'this');
    const { visitor_id: visitorId, is_inside: isInside } = memberOf(held, invitedGuestId);
    if (isInside) throw new Refusal('visitorIsCheckedIn');
    const companyId = held.row.company_id;
    await declineDate(db, companyId, invitedGuestId);
    await refreshExpectations(db, companyId, visitorId === null ? [] : [visitorId]);
    return finish(db, actor, held, 'invitation.guestDismissed');
  });
}

/**
 * Sends the invitation to a guest again.
 * @throws {Refusal} `guestNeedsEmailOrPhone`; `invitationIsOver`; `notFound`
 */
export function resendPass(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  { invitationId, invitedGuestId }: InvitedGuest,
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, invitationId, 'following');
    const member = memberOf(held, invitedGuestId);
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

function memberOf({ row, members }: Pick<FoundMeeting, 'row' | 'members'>, invitedGuestId: number): Member {
  return orNotFound(members.find(({ id, invitation_id: of }) => id === invitedGuestId && of === row.id));
}

type GuestAction = `invitation.${'guestAdded' | 'guestChanged' | 'guestDismissed' | 'guestRemoved' | 'passSent'}`;

async function finish(db: Db, actor: Agent, { row, dates }: HeldMeeting, action: GuestAction): Promise<Invitation> {
  const { id: subjectId, company_id: companyId, tenant_id: tenantId } = row;
  await audit(db, actor, { action, companyId, subject: 'invitation', subjectId });
  await publishInvitations(
    db,
    { companyId, tenantId },
    dates.map(({ id }) => id),
  );
  return toInvitation(actor, orNotFound(await findInvitation(db, actor, subjectId)));
}
