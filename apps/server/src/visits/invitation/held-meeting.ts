import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { DateRange } from '@vestibule/contract/visits/invitation.ts';
import type { Db } from '../../platform/db/database.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { lockVisitors } from './expectation.ts';
import { listMembers, type Member } from './guest.store.ts';
import { findInvitation, findPlace, type InvitationRow, type Place } from './invitation.store.ts';
import { lockMeeting, type MeetingDate } from './meeting.store.ts';

export interface FoundMeeting {
  row: InvitationRow;
  place: Place;
  /** The guests of all dates. */
  members: Member[];
}

export interface HeldMeeting extends FoundMeeting {
  named: MeetingDate;
  /** Also those that are over or canceled. */
  all: MeetingDate[];
  /** The dates of the range that are open. */
  dates: MeetingDate[];
}

export async function findMeeting(db: Db, actor: Agent, invitationId: number): Promise<FoundMeeting> {
  const row = orNotFound(await findInvitation(db, actor, invitationId));
  const place = orNotFound(await findPlace(db, actor, row.tenant_id));
  return { row, place, members: await listMembers(db, row.company_id, row.meeting_id) };
}

/**
 * Locks the visitors of a meeting and then the meeting. A host reaches own dates and those that the host covers as a stand-in. `only` leaves out
 * other dates than the named one and those whose host was removed.
 * @throws {Refusal} `notFound`; `invitationIsOver` for a date that is over or canceled
 */
export async function holdMeeting(
  db: Db,
  actor: Agent,
  invitationId: number,
  range: DateRange,
  only?: 'hostLeft',
): Promise<HeldMeeting> {
  const { row, place, members } = await findMeeting(db, actor, invitationId);
  const { company_id: companyId, meeting_id: meetingId } = row;
  await lockVisitors(db, companyId, visitorsOf(members));
  const all = await lockMeeting(db, companyId, meetingId);
  const isOwn = ({ employeeId, standInId }: MeetingDate) =>
    actor.role !== 'host' || employeeId === actor.userId || standInId === actor.userId;
  const named = orNotFound(all.find((date) => date.id === invitationId && isOwn(date)));
  if (!named.isOpen) throw new Refusal('invitationIsOver');
  const isMeant = (date: MeetingDate) => {
    if (date.id === named.id) return true;
    if (only === 'hostLeft' && !date.hasHostLeft) return false;
    return range === 'all' || (range === 'following' && date.startsAt >= named.startsAt);
  };
  const dates = all.filter((date) => date.isOpen && isOwn(date) && isMeant(date));
  return { row, place, named, all, dates, members: await listMembers(db, companyId, meetingId) };
}

export function visitorsOf(members: readonly Pick<Member, 'visitor_id'>[]): number[] {
  return [...new Set(members.flatMap(({ visitor_id: id }) => id ?? []))];
}
