import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { AuditAction } from '@vestibule/contract/platform/audit-words.ts';
import type { Pass, PassFields } from '@vestibule/contract/visits/pass.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import type { CalendarFacts } from '../../platform/outbox/content.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { lockVisitors, refreshExpectations } from '../invitation/expectation.ts';
import { lockMeeting } from '../invitation/invitation.ts';
import { readCalendarOfGuest } from '../invitation/guest-message.ts';
import { codeOfPass, readPassToken } from '../invitation/pass.ts';
import { textWithoutLinks } from '../notification/without-links.ts';
import { checkOut as checkOutVisitor } from '../visit/visit.ts';
import { eraseForgotten } from '../visitor/removal.ts';
import { forgetRepliesOf } from '../visitor/visitor.ts';
import { toAnswer } from '../visitor/visitor.rows.ts';
import { publishInvitations, publishVisitors } from '../visitor/visitor-changes.ts';
import { deleteAtCheckOut, deleteGuest, forgetCreatedVisitor, listDates, lockVisits } from './erase.store.ts';
import { createVisitor, declineDates, findPass, isPhoneTaken, type PassRow, updateGuest } from './pass.store.ts';

/** Unknown tokens per network. A link that lost its end is tried a few times. */
const guesses: Limit = { uses: 60, seconds: 60 };

/** A guest's request: the token of the pass, and the network that sent it. */
export interface Presented {
  token: string;
  network: string;
}

interface Known {
  row: PassRow;
  secret: string;
}

/**
 * Finds a pass by the hash of its token. Only unknown tokens are counted, and their lookup takes the same time whatever their form is.
 * @throws {Refusal} `passUnknown`; `tooManyRequests` for many unknown tokens of a network
 */
export async function knownPass(db: Db, { token, network }: Presented): Promise<Known> {
  const secret = readPassToken(token) ?? '';
  const row = await findPass(db, hashOf(secret));
  if (row) return { row, secret };
  await countUse(db, `unknown pass from ${network}`, guesses);
  throw new Refusal('passUnknown');
}

export async function readPass(db: Db, presented: Presented): Promise<Pass> {
  return toPass(await knownPass(db, presented));
}

/** @throws {Refusal} `passIsOver` also for a guest who declined */
export async function readPassCalendar(db: Db, presented: Presented): Promise<CalendarFacts> {
  const { row } = await knownPass(db, presented);
  const { company_id: companyId, invitation_id: invitationId, guest_id: guestId } = row;
  const calendar = row.is_over ? undefined : await readCalendarOfGuest(db, { companyId, invitationId, guestId });
  if (!calendar) throw new Refusal('passIsOver');
  return calendar;
}

/**
 * Changes the guest and confirms the date.
 * @throws {Refusal} `passIsOver`; `invalidPhone`; `visitorIsCheckedIn`; `validation` without a phone if there is no e-mail address either,
 * or with the phone of another guest
 */
export async function changePass(
  db: Db,
  presented: Presented,
  { phone: typed, name, companyName, shouldSaveData }: PassFields,
): Promise<Pass> {
  const { row: found } = await knownPass(db, presented);
  const phone = typed === null ? null : readPhone(typed, found.country);
  if (phone === null && found.email === null) throw new Refusal('validation', { fields: { phone: 'phoneRequired' } });
  return change(db, presented, {
    action: 'invitation.confirmed',
    // The phone is unverified, so a visitor whom others know stays apart until reception checks the guest in.
    prepare: async (db, { company_id: companyId, phone: known }) =>
      phone === null || phone === known ? undefined : createVisitor(db, { companyId, phone, name, companyName }),
    async work(db, row, created) {
      if (row.is_over) throw new Refusal('passIsOver');
      if (isInside(row)) throw new Refusal('visitorIsCheckedIn');
      if (phone !== null && (await isPhoneTaken(db, row, phone))) {
        throw new Refusal('validation', { fields: { phone: 'phoneListedTwice' } });
      }
      const isSame = phone === row.phone;
      const visitorId = isSame ? row.visitor_id : (created ?? null);
      const createdVisitorId = isSame ? row.created_visitor_id : (created ?? null);
      await updateGuest(db, row, { name, companyName, phone, shouldSaveData, visitorId, createdVisitorId });
      if (row.created_visitor_id !== createdVisitorId) await forgetCreated(db, row);
      await refreshExpectations(db, row.company_id, idsOf([row.visitor_id, visitorId]));
      await dropForgotten(db, row, idsOf([row.visitor_id, row.created_visitor_id, visitorId]));
      return [row.invitation_id];
    },
  });
}

/** @throws {Refusal} `passIsOver`; `visitorIsCheckedIn` */
export function declinePass(db: Db, presented: Presented, dates: 'this' | 'all'): Promise<Pass> {
  return change(db, presented, {
    action: 'invitation.declined',
    async work(db, row) {
      if (row.has_ended) throw new Refusal('passIsOver');
      if (isInside(row)) throw new Refusal('visitorIsCheckedIn');
      const ids = await declineDates(db, row, dates);
      await refreshExpectations(db, row.company_id, idsOf([row.visitor_id]));
      return ids;
    },
  });
}

/**
 * Ends the visit of the pass, and no other visit of the visitor.
 * @throws {Refusal} `visitorIsNotCheckedIn` if the guest has not been there on the date
 */
export async function checkOutPass(db: Db, presented: Presented): Promise<Pass> {
  const { row, secret } = await knownPass(db, presented);
  const { visitor_id: visitorId, visit_id: visitId } = row;
  if (visitorId === null || visitId === null) throw new Refusal('visitorIsNotCheckedIn');
  if (isInside(row)) {
    try {
      await checkOutVisitor(db, actorOf(row), visitorId, { visitId });
    } catch (error) {
      // Another request was faster.
      if (!(error instanceof Refusal && ['visitorIsNotCheckedIn', 'notFound'].includes(error.reason))) throw error;
    }
  }
  const after = await findPass(db, hashOf(secret));
  if (after) return toPass({ row: after, secret });
  // The tenant keeps no visits, so the data are gone.
  const left = {
    ...row,
    state: 'left',
    checked_out_at: new Date().toISOString(),
    wifi: null,
    is_deleted_at_check_out: false,
  } as const;
  return { ...toPass({ row: left, secret }), stored: [], messages: [] };
}

/** Deletes the guest, the visits and the messages. During a visit this takes effect at check-out. Null if nothing is left. */
export async function deletePassData(db: Db, presented: Presented): Promise<Pass | null> {
  const { secret } = await knownPass(db, presented);
  await change(db, presented, {
    action: 'invitation.dataDeleted',
    prepare: async (db, row) => {
      await lockVisitors(db, row.company_id, idsOf([row.visitor_id, row.created_visitor_id]));
      await lockVisits(db, row);
      return undefined;
    },
    async work(db, row) {
      const ids = await listDates(db, row);
      await forgetCreated(db, row);
      if (isInside(row)) {
        await deleteAtCheckOut(db, row);
        return ids;
      }
      const visitorIds = idsOf([row.visitor_id, row.created_visitor_id]);
      await forgetRepliesOf(db, visitorIds);
      await deleteGuest(db, row);
      await refreshExpectations(db, row.company_id, visitorIds);
      await dropForgotten(db, row, visitorIds);
      return ids;
    },
  });
  const left = await findPass(db, hashOf(secret));
  return left ? toPass({ row: left, secret }) : null;
}

interface PassChange {
  action: AuditAction;
  /** Runs before the locks of visitors and meeting. Returns a visitor that it created. */
  prepare?: (db: Db, row: PassRow) => Promise<number | undefined>;
  /** Gets the pass as it is under the locks. Returns the changed dates. */
  work: (db: Db, row: PassRow, created: number | undefined) => Promise<number[]>;
}

/** Runs changes of a meeting one after the other. Returns the pass, as long as there is one. */
async function change(db: Db, presented: Presented, { action, prepare, work }: PassChange): Promise<Pass> {
  const { row: before, secret } = await knownPass(db, presented);
  return transaction(db, async (db) => {
    const created = await prepare?.(db, before);
    const { company_id: companyId, tenant_id: tenantId } = before;
    await lockVisitors(db, companyId, idsOf([before.visitor_id, before.created_visitor_id, created]));
    await lockMeeting(db, companyId, before.meeting_id);
    const row = await findPass(db, hashOf(secret));
    if (!row) throw new Refusal('passUnknown');
    const ids = await work(db, row, created);
    await audit(db, actorOf(row), { action, companyId, subject: 'invitation', subjectId: row.invitation_id });
    await publishInvitations(db, { companyId, tenantId }, ids);
    return toPass({ row: (await findPass(db, hashOf(secret))) ?? row, secret });
  });
}

/** Visitors whom only this guest kept in the list. */
async function dropForgotten(
  db: Db,
  { company_id: companyId, tenant_id: tenantId }: PassRow,
  visitorIds: readonly number[],
): Promise<void> {
  for (const id of visitorIds) {
    const isGone = await eraseForgotten(db, id);
    if (isGone) await publishVisitors(db, 'visitors_removed', companyId, [id], [tenantId]);
    else await publishVisitors(db, 'visitors_update', companyId, [id], []);
  }
}

async function forgetCreated(db: Db, { created_visitor_id: visitorId }: PassRow): Promise<void> {
  if (visitorId !== null) await forgetCreatedVisitor(db, visitorId);
}

/** Reaches the guest's tenant only. The audit log names the guest by id. */
function actorOf({ guest_id: userId, company_id: companyId, tenant_id: tenantId }: PassRow): Agent {
  return { userId, role: 'pass', companyIds: [companyId], partnerId: null, tenantId };
}

function isInside({ visit_id: visitId, checked_out_at: checkedOutAt }: PassRow): boolean {
  return visitId !== null && checkedOutAt === null;
}

function idsOf(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

export function toPass({ row, secret }: Known): Pass {
  const written = (typed: string | null) => (typed === null ? null : textWithoutLinks(typed));
  const wifi = row.is_wifi_of_tenant ? written(row.wifi) : row.wifi;
  const messages = row.messages.map(({ at, ...message }) => ({ ...message, at: new Date(at).toISOString() }));
  const isCanceled = row.canceled_at !== null;
  return {
    guest: {
      id: row.id,
      name: row.name,
      companyName: row.company_name,
      email: row.email,
      phone: row.phone,
      language: row.language,
      state: row.state,
      passState: row.pass_state,
      passProblem: row.pass_problem,
    },
    tenant: { id: row.tenant_id, name: row.tenant },
    host: row.host === null ? null : { name: row.host, photo: row.photo },
    building: { name: row.house, address: row.address, directions: row.directions, timeZone: row.zone },
    title: written(row.title),
    note: written(row.note),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    isSeries: row.is_series,
    code: codeOfPass(secret),
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    status: isCanceled ? 'canceled' : 'planned',
    visit:
      row.checked_in_at === null
        ? null
        : {
            checkedInAt: row.checked_in_at,
            checkedOutAt: row.checked_out_at,
            answer: row.answer && toAnswer(row.answer),
            isDeletedAtCheckOut: row.is_deleted_at_check_out,
          },
    wifiInfo: wifi,
    stored: storedBy(row),
    messages,
    canceledAt: row.canceled_at,
    canceledBy: row.canceled_by,
  };
}

/** A guest who came is deleted with the visit. */
function storedBy(row: PassRow): Pass['stored'] {
  const hasCome = row.visit_id !== null;
  const until = hasCome ? row.visit_until : row.guest_until;
  return [
    { what: 'guest', until },
    ...(hasCome ? [{ what: 'visit', until } as const] : []),
    ...(row.is_remembered ? [{ what: 'visitor', until: row.remembered_until } as const] : []),
    ...(row.messages.length > 0 ? [{ what: 'messages', until } as const] : []),
  ];
}
