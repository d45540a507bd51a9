import { type Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { lockVisitors } from '../invitation/expectation.ts';
import { lockMeeting } from '../invitation/invitation.ts';
import { placeOfPass } from '../badge/code.ts';
import { hashOfCode } from '../invitation/pass.ts';
import {
  type ArrivingPass,
  type DayOfPasses,
  digestPassesOfDay,
  findArrivingPass,
  findDayOfPasses,
  findVisitorId,
  groupsOfPasses,
  keepCompanyName,
  linkVisitor,
  listPassesOfDay,
  lockTenant,
  type PassOfDay,
  type ShownPass,
} from './arrival.store.ts';
import { createVisitor } from './pass.store.ts';

export { digestPassesOfDay, findDayOfPasses, groupsOfPasses, listPassesOfDay };
export type { ArrivingPass, DayOfPasses, PassOfDay, ShownPass };

/** A pass that a guest shows at a kiosk of the company. */
export interface ShowingOfPass {
  companyId: number;
  kind: 'secret' | 'code';
  letters: string;
  /** Now, if undefined. */
  at?: Date | undefined;
  /** The kiosk has let the guest in. */
  wasOpenedOffline?: boolean | undefined;
}

/**
 * Finds a pass and its date. The time in which it is valid is not checked.
 * @throws {Refusal} `passUnknown`; `passIsOver` for a date that was canceled or declined; `visitorIsAlreadyCheckedIn`
 */
export async function findShownPass(db: Db, vault: Vault, showing: ShowingOfPass): Promise<ArrivingPass> {
  const { wasOpenedOffline = false } = showing;
  const row = await findRow(db, vault, showing);
  if (row.is_inside) {
    const { checked_in_at: since } = row;
    throw new Refusal('visitorIsAlreadyCheckedIn', since === null ? {} : { checkedInSince: since });
  }
  if (row.is_dropped && !wasOpenedOffline) {
    throw new Refusal('passIsOver', { passProblem: row.is_canceled ? 'canceled' : 'declined' });
  }
  return row;
}

async function findRow(db: Db, vault: Vault, showing: ShowingOfPass): Promise<ArrivingPass> {
  const { companyId, kind, letters, at, wasOpenedOffline = false } = showing;
  const hash = kind === 'secret' ? { secret: hashOf(letters) } : { code: hashOfCode(vault, companyId, letters) };
  const row = await findArrivingPass(db, hash, { companyId, at, prefersPlanned: !wasOpenedOffline });
  if (!row) throw new Refusal('passUnknown');
  return row;
}

/**
 * Returns the visitor with the open visit to which the guest is invited, for a check-out. A pass ends no other visit.
 * @throws {Refusal} `passUnknown`
 */
export async function findVisitorOfPass(
  db: Db,
  vault: Vault,
  showing: ShowingOfPass,
): Promise<{ id: number; visit_id: number | null } | undefined> {
  const { guest_visitor_id: id, visit_id } = await findRow(db, vault, showing);
  return id === null ? undefined : { id, visit_id };
}

/**
 * As `findShownPass`, for a check-in.
 * @throws {Refusal} also `visitorIsNotExpected` before the time in which the pass is valid, and `passIsOver` after it
 */
async function findValidPass(db: Db, vault: Vault, showing: ShowingOfPass): Promise<ArrivingPass> {
  const row = await findShownPass(db, vault, showing);
  const { is_early: isEarly, is_late: isLate, valid_from: validFrom, valid_until: validUntil } = row;
  const isValid = !isEarly && !isLate;
  if (isValid || showing.wasOpenedOffline === true) return row;
  throw new Refusal(isEarly ? 'visitorIsNotExpected' : 'passIsOver', { validFrom, validUntil });
}

interface TypedData {
  phone: string | undefined;
  companyName: string | null | undefined;
}

/**
 * Locks the visitor and the meeting of a pass, and makes a guest without a visitor the visitor with the phone. Returns the phone, and whether
 * the visitor was created for this pass.
 *
 * The phone is unverified, so a visitor whom others know stays as it is, and does not become expected by later dates of the guest.
 * @throws {Refusal} as `findValidPass`; `validation` for a missing phone; `invalidPhone` also for that of another guest of the meeting
 */
export async function takeGuest(
  db: Db,
  vault: Vault,
  showing: ShowingOfPass,
  { phone: typed, companyName }: TypedData,
): Promise<{ pass: ArrivingPass; phone: string; isOwnVisitor: boolean }> {
  const { companyId } = showing;
  const before = await findValidPass(db, vault, showing);
  const phone = before.phone ?? phoneOf(typed, before.country);
  const named = { companyId, phone, name: before.name, companyName: before.company_name ?? companyName ?? null };
  const createdId = before.visitor_id === null ? await createVisitor(db, named) : undefined;
  const visitorId = before.visitor_id ?? createdId ?? (await findVisitorId(db, companyId, phone));
  // The visitor was deleted. The kiosk repeats the request.
  if (visitorId === undefined) throw new Refusal('unavailable');
  await lockVisitors(db, companyId, [visitorId]);
  if (!(await lockTenant(db, companyId, before.tenant_id))) throw new Refusal('passUnknown');
  await lockMeeting(db, companyId, before.meeting_id);
  const pass = await findValidPass(db, vault, showing);
  // The guest changed the phone on the pass.
  if (pass.visitor_id !== before.visitor_id || pass.phone !== before.phone) throw new Refusal('unavailable');
  if (pass.visitor_id === null) {
    const isLinked = await linkVisitor(db, pass, companyId, { phone, visitorId, isCreated: createdId !== undefined });
    // Another guest of the meeting has the phone. The refusal does not reveal it.
    if (!isLinked) throw new Refusal('invalidPhone', { fields: { phone: 'invalidPhone' } });
  }
  if (pass.company_name === null && typeof companyName === 'string') {
    await keepCompanyName(db, companyId, pass.guest_id, companyName);
  }
  return { pass, phone, isOwnVisitor: visitorId === (createdId ?? pass.created_visitor_id) };
}

function phoneOf(typed: string | undefined, country: string): string {
  if (typed === undefined) throw new Refusal('validation', { fields: { phone: 'phoneRequired' } });
  return readPhone(typed, country);
}

/** The secret of a pass, to seal it for kiosks. */
export function secretOfPass(vault: Vault, { guest_id: guestId, secret }: PassOfDay): string {
  return vault.open(placeOfPass(guestId), secret);
}
