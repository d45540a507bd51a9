import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { AuditAction } from '@vestibule/contract/platform/audit-words.ts';
import type { Pass, PassFields } from '@vestibule/contract/visits/pass.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import type { CalendarFacts } from '../../platform/outbox/content.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { lockVisitors, refreshExpectations } from '../invitation/expectation.ts';
import { lockMeeting } from '../invitation/invitation.ts';
import { readCalendarOfGuest } from '../invitation/guest-message.ts';
import { readPassToken } from '../invitation/pass.ts';
import { stayOn } from '../visit/still-here.ts';
import { checkOut as checkOutVisitor } from '../visit/visit.ts';
import { eraseForgotten } from '../visitor/removal.ts';
import { forgetRepliesOf } from '../visitor/visitor.ts';
import { publishInvitations, publishVisitors } from '../visitor/visitor-changes.ts';
import { type ReplyDeps, reportReply } from './reply.ts';
import { deleteAtCheckOut, deleteGuest, forgetCreatedVisitor, listDates, lockVisits } from './erase.store.ts';
import { createVisitor, declineDates, findCompanyOfPass, findPass, type PassRow, updateGuest } from './pass.store.ts';
import { type Known, toPass } from './pass-view.ts';
import { changeProvenVisitor, forgetProvenVisitor } from './phone-proof.store.ts';

/** Unknown tokens per network. A link that lost its end is tried a few times. */
const guesses: Limit = { uses: 60, seconds: 60 };
/** New phones. The reply tells whether a visitor with the phone is known, because only the pass that created a visitor needs no code. */
const phonesOfPass: Limit = { uses: 10, seconds: 3_600 };
/** The guests of an event may share a network. */
const phonesOfNetwork: Limit = { uses: 60, seconds: 3_600 };

/** A guest's request: the token of the pass, and the network that sent it. */
export interface Presented {
  token: string;
  network: string;
}

/**
 * Finds a pass by the hash of its token. Only unknown tokens are counted, and their lookup takes the same time whatever their form is.
 * @throws {Refusal} `passUnknown`; `tooManyRequests` for many unknown tokens of a network
 */
export async function knownPass({ acrossCompanies, within }: Reach, { token, network }: Presented): Promise<Known> {
  const secret = readPassToken(token) ?? '';
  const db = within([await findCompanyOfPass(acrossCompanies, hashOf(secret))]);
  const row = await findPass(db, hashOf(secret));
  if (row) return { db, row, secret };
  await countUse(db, `unknown pass from ${network}`, guesses);
  throw new Refusal('passUnknown');
}

export async function readPass(reach: Reach, presented: Presented): Promise<Pass> {
  return toPass(await knownPass(reach, presented));
}

/** @throws {Refusal} `passIsOver` also for a guest who declined */
export async function readPassCalendar(reach: Reach, presented: Presented): Promise<CalendarFacts> {
  const { db, row } = await knownPass(reach, presented);
  const { company_id: companyId, invitation_id: invitationId, guest_id: guestId } = row;
  const calendar = row.is_over ? undefined : await readCalendarOfGuest(db, { companyId, invitationId, guestId });
  if (!calendar) throw new Refusal('passIsOver');
  return calendar;
}

/**
 * Changes the guest and confirms the date.
 * @throws {Refusal} `passIsOver`; `invalidPhone`; `visitorIsCheckedIn`; `tooManyRequests` for many new phones; `validation` without a phone if
 * there is no e-mail address either
 */
export async function changePass(
  reach: Reach,
  deps: ReplyDeps,
  presented: Presented,
  { phone: typed, name, companyName, shouldSaveData }: PassFields,
): Promise<Pass> {
  const { db, row: found } = await knownPass(reach, presented);
  const phone = typed === null ? null : readPhone(typed, found.country);
  if (phone === null && found.email === null) throw new Refusal('validation', { fields: { phone: 'phoneRequired' } });
  if (phone !== null && phone !== found.phone) {
    await countUse(db, `phones typed on pass ${found.guest_id}`, phonesOfPass);
    await countUse(db, `phones typed on passes from ${presented.network}`, phonesOfNetwork);
  }
  return change(reach, presented, {
    action: 'invitation.confirmed',
    // The phone is unverified, so a visitor whom others know stays apart until reception checks the guest in.
    prepare: async (db, { company_id: companyId, phone: known }) =>
      phone === null || phone === known ? undefined : createVisitor(db, { companyId, phone, name, companyName }),
    async work(db, row, created) {
      if (row.is_over) throw new Refusal('passIsOver');
      if (isInside(row)) throw new Refusal('visitorIsCheckedIn');
      // Also the phone of another guest of the meeting is taken, without a visitor, because a refusal would reveal it.
      const isSame = phone === row.phone;
      const visitorId = isSame ? row.visitor_id : (created ?? null);
      const createdVisitorId = isSame ? row.created_visitor_id : (created ?? null);
      await updateGuest(db, row, { name, companyName, phone, shouldSaveData, visitorId, createdVisitorId });
      if (row.created_visitor_id !== createdVisitorId) await forgetCreated(db, row);
      if (isSame) await changeProvenVisitor(db, row, { name, companyName, shouldSaveData });
      await refreshExpectations(db, row.company_id, idsOf([row.visitor_id, visitorId]));
      await dropForgotten(db, row, idsOf([row.visitor_id, row.created_visitor_id, row.proven_visitor_id, visitorId]));
      const invitationIds = [row.invitation_id];
      if (row.state === 'declined') await reportReply(db, deps, row, { kind: 'guestComes', invitationIds });
      return invitationIds;
    },
  });
}

/**
 * Reports newly declined dates to the host.
 * @throws {Refusal} `passIsOver`; `visitorIsCheckedIn`; `tooManyRequests` for a guest who replies again and again
 */
export function declinePass(reach: Reach, deps: ReplyDeps, presented: Presented, dates: 'this' | 'all'): Promise<Pass> {
  return change(reach, presented, {
    action: 'invitation.declined',
    async work(db, row) {
      if (row.has_ended) throw new Refusal('passIsOver');
      if (isInside(row)) throw new Refusal('visitorIsCheckedIn');
      const ids = await declineDates(db, row, dates);
      await refreshExpectations(db, row.company_id, idsOf([row.visitor_id]));
      await reportReply(db, deps, row, { kind: 'guestDeclined', invitationIds: ids });
      return ids;
    },
  });
}

/**
 * Ends the visit of the pass, and no other visit of the visitor.
 * @throws {Refusal} `visitorIsNotCheckedIn` if the guest has not been there on the date
 */
export async function checkOutPass(reach: Reach, presented: Presented): Promise<Pass> {
  const { db, row, secret } = await knownPass(reach, presented);
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
    awaits_reply: false,
  } as const;
  return { ...toPass({ row: left, secret }), stored: [], messages: [] };
}

/** @throws {Refusal} `visitorIsNotCheckedIn` */
export async function keepPassInside(reach: Reach, presented: Presented): Promise<Pass> {
  const { db, row } = await knownPass(reach, presented);
  if (row.visit_id === null) throw new Refusal('visitorIsNotCheckedIn');
  await stayOn(db, actorOf(row), { companyId: row.company_id, visitId: row.visit_id });
  return readPass(reach, presented);
}

/** Deletes the guest, the visits and the messages. During a visit this takes effect at check-out. Null if nothing is left. */
export async function deletePassData(reach: Reach, presented: Presented): Promise<Pass | null> {
  const { db, secret } = await knownPass(reach, presented);
  await change(reach, presented, {
    action: 'invitation.dataDeleted',
    prepare: async (db, row) => {
      await lockVisitors(db, row.company_id, idsOf([row.visitor_id, row.created_visitor_id, row.proven_visitor_id]));
      await lockVisits(db, row);
      return undefined;
    },
    async work(db, row) {
      const ids = await listDates(db, row);
      await forgetCreated(db, row);
      await forgetProvenVisitor(db, row);
      if (isInside(row)) {
        await deleteAtCheckOut(db, row);
        return ids;
      }
      const visitorIds = idsOf([row.visitor_id, row.created_visitor_id, row.proven_visitor_id]);
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
async function change(reach: Reach, presented: Presented, { action, prepare, work }: PassChange): Promise<Pass> {
  const { db, row: before, secret } = await knownPass(reach, presented);
  return transaction(db, async (db) => {
    const created = await prepare?.(db, before);
    const { company_id: companyId, tenant_id: tenantId } = before;
    await lockVisitors(
      db,
      companyId,
      idsOf([before.visitor_id, before.created_visitor_id, before.proven_visitor_id, created]),
    );
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
    const isGone = await eraseForgotten(db, { id, company_id: companyId });
    if (isGone) await publishVisitors(db, 'visitors_removed', companyId, [id], [tenantId]);
    else await publishVisitors(db, 'visitors_update', companyId, [id], []);
  }
}

async function forgetCreated(db: Db, { company_id: companyId, created_visitor_id: visitorId }: PassRow): Promise<void> {
  if (visitorId !== null) await forgetCreatedVisitor(db, companyId, visitorId);
}

/** Reaches the guest's tenant only. The audit log names the guest by id. */
export function actorOf({ guest_id: userId, company_id: companyId, tenant_id: tenantId }: PassRow): Agent {
  return { userId, role: 'pass', companyIds: [companyId], partnerId: null, tenantId };
}

function isInside({ visit_id: visitId, checked_out_at: checkedOutAt }: PassRow): boolean {
  return visitId !== null && checkedOutAt === null;
}

function idsOf(ids: readonly (number | null | undefined)[]): number[] {
  return [...new Set(ids.flatMap((id) => id ?? []))];
}
