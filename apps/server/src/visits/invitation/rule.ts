import { fromDate, getDayOfWeek, startOfWeek, toCalendarDate } from '@internationalized/date';
import { invitationLimits, type Repeat } from '@vestibule/contract/visits/invitation.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { refreshExpectations } from './expectation.ts';
import { datesOf, outOfRange, type Period } from './dates.ts';
import { requireFewDates } from './guest.ts';
import { linkLike, type Member, unlinkDates } from './guest.store.ts';
import { type GuestMessageDeps, notifyGuests } from './guest-message.ts';
import type { HeldMeeting } from './held-meeting.ts';
import { deleteDates, insertDates, type MeetingDate, setRule } from './meeting.store.ts';
import type { Agent } from '@vestibule/contract/platform/access.ts';

interface DateChanges {
  /** Dates that stay, with their new times. */
  kept: (Period & { id: number })[];
  added: Period[];
  dropped: number[];
}

/**
 * Plans the open dates of a series by another rule. A date stays on its day or moves within its week. Dates that have no place are dropped, and
 * days of the rule without a date are added. A date on which a guest has arrived stays as it is. If only the end of the rule changes, all
 * dates stay as they are.
 * @throws {Refusal} `tooManyDates`; `validation` for a rule without dates or one that ends after a year
 */
export function planDates(
  { row, place: { zone, now }, all, dates, members }: HeldMeeting,
  repeat: Repeat,
  { isMoved, timesOf }: { isMoved: boolean; timesOf: (date: MeetingDate) => Period },
): DateChanges {
  const hasArrived = (date: MeetingDate) => members.some((member) => isOn(member, date) && member.has_arrived);
  const movable = dates.filter((date) => !hasArrived(date));
  const fixed = all.filter((date) => !movable.includes(date));
  const [first] = dates;
  if (!first || row.repeat === null) throw new Error('expected a series');
  const isOnlyEnd = isSameRhythm(row.repeat, repeat) && !isMoved;

  const dayOf = ({ startsAt }: Period) => toCalendarDate(fromDate(startsAt, zone));
  const taken = new Set(fixed.map((date) => dayOf(date).toString()));
  const isFree = (slot: Period) => !taken.has(dayOf(slot).toString()) && slot.startsAt > new Date(now);
  const since = all.filter(({ startsAt }) => startsAt >= first.startsAt);
  const slots = datesOf(isOnlyEnd ? usualDate(since, zone) : timesOf(first), repeat, zone);

  const kept = new Map<MeetingDate, Period>();
  let free: Period[];
  if (isOnlyEnd) {
    const { until } = row.repeat;
    for (const date of movable) if (dayOf(date).toString() <= repeat.until) kept.set(date, date);
    free = slots.filter((slot) => dayOf(slot).toString() > until && isFree(slot));
  } else {
    free = slots.filter((slot) => !taken.has(dayOf(slot).toString()));
    for (const keyOf of [(day: Period) => dayOf(day), (day: Period) => startOfWeek(dayOf(day), 'en', 'mon')]) {
      for (const date of movable.filter((each) => !kept.has(each))) {
        const key = keyOf(timesOf(date)).toString();
        const slot = free.find((each) => keyOf(each).toString() === key);
        if (!slot) continue;
        kept.set(date, slot);
        free = free.filter((each) => each !== slot);
      }
    }
    free = free.filter(isFree);
  }
  const dropped = movable.filter((date) => !kept.has(date)).map(({ id }) => id);
  if (dropped.length === dates.length && free.length === 0) throw outOfRange('repeat.until');
  if (all.length - dropped.length + free.length > invitationLimits.dates) throw new Refusal('tooManyDates');
  return { kept: [...kept].map(([{ id }, times]) => ({ id, ...times })), added: free, dropped };
}

const isOn = (member: Member, { id }: { id: number }) => member.invitation_id === id;

/** Whether two rules differ in nothing but their end. */
function isSameRhythm(one: Repeat, other: Repeat): boolean {
  const textOf = ({ unit, interval, weekdays }: Repeat) => JSON.stringify([unit, interval, weekdays?.toSorted()]);
  return textOf(one) === textOf(other);
}

/** The first date with the weekday and times of most dates, because single dates may be moved. */
function usualDate(dates: readonly MeetingDate[], zone: string): MeetingDate {
  const groups = Map.groupBy(dates, ({ startsAt, endsAt }) => {
    const start = fromDate(startsAt, zone);
    return [getDayOfWeek(start, 'en'), start.hour, start.minute, endsAt.getTime() - startsAt.getTime()].join(' ');
  });
  const [usual] = [...groups.values()].toSorted((one, other) => other.length - one.length);
  const [first] = usual ?? [];
  if (!first) throw new Error('expected a date');
  return first;
}

/**
 * Adds and deletes the dates of a rule. Guests of the named date come to the new ones, unless they declined all. Guests who have no date left
 * get a cancellation. Returns the ids of the dates that are in force.
 * @throws {Refusal} `tooManyDates` for all guests on all dates
 */
export async function applyRule(
  db: Db,
  deps: GuestMessageDeps,
  sender: Agent,
  { row, named, dates, members }: HeldMeeting,
  repeat: Repeat,
  { added, dropped }: DateChanges,
): Promise<number[]> {
  const { company_id: companyId, meeting_id: meetingId } = row;
  const left = members.filter(({ invitation_id: id }) => !dropped.includes(id));
  const perDate = members.filter((member) => isOn(member, named)).length;
  requireFewDates(0, 1, left.length + perDate * added.length);
  await setRule(db, companyId, meetingId, repeat);
  const ids = dates.map(({ id }) => id);
  const addedIds = await insertDates(db, companyId, named.id, added);
  const linked = await linkLike(db, companyId, { invitationIds: addedIds, like: named.id, among: ids });
  const stay = new Set([...linked, ...left.map(guestOf)]);
  const leaving = [...new Set(members.map(guestOf))].filter((guestId) => !stay.has(guestId));
  if (leaving.length > 0) {
    const message = { kind: 'invitationCanceled', companyId, invitationIds: dropped, guestIds: leaving } as const;
    await notifyGuests(db, deps, sender, { ...message, isLast: true });
  }
  await unlinkDates(db, companyId, dropped);
  // Before the dates are deleted, because that clears visitor.expected_invitation_id.
  await refreshExpectations(
    db,
    companyId,
    members.flatMap(({ visitor_id: id }) => id ?? []),
  );
  await deleteDates(db, companyId, dropped);
  return [...ids.filter((id) => !dropped.includes(id)), ...addedIds];
}

const guestOf = ({ guest_id: id }: Member) => id;
