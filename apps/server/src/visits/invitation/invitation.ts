import { type Agent, isFromOutside } from '@vestibule/contract/platform/access.ts';
import {
  type DateRange,
  type Invitation,
  type InvitationEdit,
  type InvitationFields,
  invitationLimits,
  type InvitationQuery,
} from '@vestibule/contract/visits/invitation.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { publishInvitations } from '../visitor/visitor-changes.ts';
import { datesOf, moved, outOfRange, type Period, readPeriod } from './dates.ts';
import { refreshExpectations } from './expectation.ts';
import { enrollGuests, readGuests, requireFewDates } from './guest.ts';
import { type GuestMessageDeps, notifyGuests } from './guest-message.ts';
import { type HeldMeeting, holdMeeting, visitorsOf } from './held-meeting.ts';
import { applyRule, planDates } from './rule.ts';
import {
  findDays,
  findInvitation,
  findPlace,
  type InvitationRow,
  listInvitations,
  listOpenDates,
  toInvitation,
} from './invitation.store.ts';
import {
  cancelDates,
  countOpen,
  type HostOfTenant,
  insertMeeting,
  lockHost,
  type MeetingDate,
  noteChange,
  updateDates,
} from './meeting.store.ts';

export { guestState, passMessage, passState } from './invitation.store.ts';
export { lockMeeting } from './meeting.store.ts';

const daysAhead = 30;

/** A tenant's user gets the invitations of the tenant. */
export async function readInvitations(
  db: Db,
  actor: Agent,
  scope: { companyId: number } | { tenantId: number; isCovered?: boolean },
  query: InvitationQuery,
): Promise<Rows<Invitation>> {
  const { companyId, tenantId, isCovered } = await scopeOf(db, actor, scope);
  const { from = null, to = null } = query;
  const range = orNotFound(await findDays(db, companyId, { from, to, ahead: daysAhead }));
  if (range.days < 0 || range.days > invitationLimits.days) {
    throw new Refusal('validation', { fields: { to: 'timeOutOfRange' } });
  }
  if (isFromOutside(actor)) await auditReading(db, actor, companyId, null);
  const { rows, counted } = await listInvitations(db, { companyId, tenantId, isCovered, actor, ...range }, query);
  const page = toPage(rows, query, counted, ({ starts_at: key, id }) => ({ key, id }));
  return { ...page, rows: page.rows.map((row) => toInvitation(actor, row)) };
}

async function scopeOf(
  db: Db,
  actor: Agent,
  scope: { companyId: number } | { tenantId: number; isCovered?: boolean },
): Promise<{ companyId: number; tenantId: number | null; isCovered: boolean }> {
  if ('tenantId' in scope) {
    const { companyId } = await readTenant(db, actor, scope.tenantId);
    return { companyId, tenantId: scope.tenantId, isCovered: scope.isCovered ?? false };
  }
  await requireCompany(db, actor, scope.companyId);
  return { companyId: scope.companyId, tenantId: actor.tenantId, isCovered: false };
}

export async function readInvitation(
  db: Db,
  actor: Agent,
  { invitationId, range }: { invitationId: number; range: DateRange },
): Promise<Invitation> {
  const row = orNotFound(await findInvitation(db, actor, invitationId));
  if (isFromOutside(actor)) await auditReading(db, actor, row.company_id, invitationId);
  if (range === 'this') return toInvitation(actor, row);
  const dates = await listOpenDates(db, actor, row, range === 'following' ? new Date(row.starts_at) : null);
  return toInvitation(actor, { ...row, guests: guestsOf([row, ...dates]) });
}

/** Each guest once, with a date that the guest has not declined, if there is one. */
function guestsOf(dates: readonly InvitationRow[]): InvitationRow['guests'] {
  const all = dates.flatMap(({ guests }) => guests);
  const ofGuests = [...Map.groupBy(all, ({ guestId }) => guestId).values()];
  return ofGuests.flatMap((ofGuest) => ofGuest.find(({ state }) => state !== 'declined') ?? ofGuest[0] ?? []);
}

async function auditReading(db: Db, actor: Agent, companyId: number, subjectId: number | null): Promise<void> {
  await audit(db, actor, { action: 'invitation.listed', companyId, subject: 'invitation', subjectId });
}

/**
 * Invites guests of a tenant and queues the messages to them. Returns the first date.
 * @throws {Refusal} as the contract states; `notFound` for a host of another tenant
 */
export function invite(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  tenantId: number,
  fields: InvitationFields,
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const place = orNotFound(await findPlace(db, actor, tenantId));
    if (!place.is_on) throw new Refusal('invitationsAreOff');
    const { company_id: companyId, zone } = place;
    const { employeeId = null, title = null, note = null, language = place.language, repeat = null } = fields;
    const now = new Date(place.now);
    const dates = datesOf(readPeriod(fields, zone, now), repeat, zone);
    const isLanguageChosen = fields.language !== undefined;
    const guests = readGuests(place, { ...fields, language, isLanguageChosen });
    requireFewDates(guests.length, dates.length, guests.length);
    const enroll = await enrollGuests(db, deps.vault, companyId, guests);
    if (employeeId !== null) await requireHost(db, { companyId, tenantId, employeeId }, null);
    const { notifyGuests: notifies } = fields;
    const content = { employeeId, title, note, language, isLanguageChosen, notifyGuests: notifies, repeat };
    const createdBy = kindOf(actor);
    const { meetingId, ids } = await insertMeeting(db, { createdBy, companyId, tenantId, ...content, dates });
    await enroll.into(meetingId, ids);
    await refreshExpectations(db, companyId, enroll.visitorIds);
    await notifyGuests(db, deps, actor, { kind: 'invitation', companyId, invitationIds: ids });
    await auditEach(db, actor, { action: 'invitation.created', companyId, subject: 'invitation' }, ids.slice(0, 1));
    await publishInvitations(db, { companyId, tenantId }, ids);
    return toInvitation(actor, orNotFound(await findInvitation(db, actor, ids[0] ?? 0)));
  });
}

function kindOf({ role }: Agent): 'host' | 'staff' {
  return role === 'host' ? 'host' : 'staff';
}

async function requireHost(db: Db, host: HostOfTenant, meetingId: number | null): Promise<void> {
  orNotFound(await lockHost(db, host));
  const open = await countOpen(db, host, meetingId);
  if (open >= invitationLimits.open) throw new Refusal('tooManyInvitations');
}

/**
 * Changes dates of a meeting and notifies the guests.
 * @throws {Refusal} as the contract states
 */
export function changeInvitation(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  { invitationId, range, only }: { invitationId: number; range: DateRange; only?: 'hostLeft' | undefined },
  { startsAt, endsAt, notifyGuests: notifies, repeat, ...content }: InvitationEdit,
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, invitationId, range, only);
    const { row, place, dates, named, members } = held;
    const { company_id: companyId, tenant_id: tenantId, meeting_id: meetingId } = row;
    const { zone } = place;
    const period = readPeriod({ startsAt, endsAt }, zone, new Date(place.now), named);
    const isMoved = !isSame(period, named);
    const periodOf = (date: MeetingDate): Period => {
      if (!isMoved) return date;
      return date.id === named.id ? period : moved(date, named, period, zone);
    };
    if (notifies === true && members.some(({ has_address: hasAddress }) => !hasAddress)) {
      throw new Refusal('guestNeedsEmailOrPhone');
    }
    const { employeeId } = content;
    if (employeeId !== undefined && employeeId !== null) {
      await requireHost(db, { companyId, tenantId, employeeId }, meetingId);
    }
    if (repeat && (range === 'this' || only || row.repeat === null)) {
      throw new Refusal('validation', { fields: { repeat: 'invalidValue' } });
    }
    if (repeat && isStandIn(actor, named)) throw new Refusal('notAllowed');
    const plan = repeat && planDates(held, repeat, { isMoved, timesOf: periodOf });
    const timesOf = (date: MeetingDate) =>
      plan ? (plan.kept.find(({ id }) => id === date.id) ?? date) : periodOf(date);
    await updateDates(
      db,
      companyId,
      dates.map((date) => ({ ...timesOf(date), id: date.id })),
      content,
    );
    await requireReach(db, actor, named);
    await noteChange(db, companyId, meetingId, notifies);
    const ids = repeat && plan && (await applyRule(db, deps, actor, held, repeat, plan));
    return finish(db, deps, actor, held, {
      kind: 'invitationChanged',
      action: 'invitation.changed',
      ids,
      ...(isMoved && { before: new Map(dates.map((date) => [date.id, date])) }),
    });
  });
}

/** A stand-in cannot move a meeting to a day after the last one. */
async function requireReach(db: Db, actor: Agent, named: MeetingDate): Promise<void> {
  if (isStandIn(actor, named) && !(await findInvitation(db, actor, named.id))) throw outOfRange('startsAt');
}

function isStandIn({ role, userId }: Agent, { employeeId }: MeetingDate): boolean {
  return role === 'host' && employeeId !== userId;
}

function isSame(one: Period, other: Period): boolean {
  return one.startsAt.getTime() === other.startsAt.getTime() && one.endsAt.getTime() === other.endsAt.getTime();
}

/**
 * Cancels dates of a meeting and notifies the guests.
 * @throws {Refusal} `invitationIsOver`; `notFound`
 */
export function cancelInvitation(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  { invitationId, range }: { invitationId: number; range: DateRange },
): Promise<Invitation> {
  return transaction(db, async (db) => {
    const held = await holdMeeting(db, actor, invitationId, range);
    const ids = held.dates.map(({ id }) => id);
    await cancelDates(db, held.row.company_id, ids, kindOf(actor));
    await noteChange(db, held.row.company_id, held.row.meeting_id);
    return finish(db, deps, actor, held, { kind: 'invitationCanceled', action: 'invitation.canceled' });
  });
}

type Finish =
  | {
      kind: 'invitationChanged';
      action: 'invitation.changed';
      ids?: number[] | undefined;
      before?: ReadonlyMap<number, Period>;
    }
  | { kind: 'invitationCanceled'; action: 'invitation.canceled'; ids?: undefined };

async function finish(
  db: Db,
  deps: GuestMessageDeps,
  actor: Agent,
  { row, dates, members }: HeldMeeting,
  { kind, action, ids = dates.map(({ id }) => id), ...moved }: Finish,
): Promise<Invitation> {
  const { company_id: companyId, tenant_id: tenantId } = row;
  // Another rule may drop the date.
  const subjectId = ids.includes(row.id) ? row.id : (ids[0] ?? row.id);
  await refreshExpectations(db, companyId, visitorsOf(members));
  await notifyGuests(db, deps, actor, { kind, companyId, invitationIds: ids, ...moved });
  await audit(db, actor, { action, companyId, subject: 'invitation', subjectId });
  await publishInvitations(db, { companyId, tenantId }, ids);
  return toInvitation(actor, orNotFound(await findInvitation(db, actor, subjectId)));
}
