import type { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Parsed } from '@vestibule/contract/platform/endpoint.ts';
import type { CheckIn } from '@vestibule/contract/visits/registration.ts';
import { countryAt } from '../../building/settings/settings.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { findVisitorByEarlyBadge } from '../../visits/badge/badge.ts';
import type { CheckInContext } from '../../visits/visit/visit.ts';
import type { VisitorRow } from '../../visits/visitor/visitor.rows.ts';
import { findVisitorInScope } from '../../visits/visitor/visitor.ts';
import { findLastHost, isKnown, isRemembered, knownData, visitorByPhone } from './greeting.ts';

export type KioskCheckIn = Parsed<typeof registerVisitAtDevice, 'body'>;

export function usesMemory({ name, companyName, repeatLastVisit, meetsExpectedHost }: KioskCheckIn): boolean {
  return name === null || companyName === null || repeatLastVisit === true || meetsExpectedHost === true;
}

/**
 * Completes a check-in of a kiosk with remembered data.
 * @throws {Refusal} `validation` for the name of an unknown visitor; `notFound` for a removed host or one who no longer expects the visitor; `visitNotFound`,
 * `visitorIsAlreadyCheckedIn` and `visitorIsNotExpected` for a code; `invalidPhone`
 */
export async function completeCheckIn(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  request: KioskCheckIn,
): Promise<{ checkIn: CheckIn; context: CheckInContext }> {
  const { badgeCode, shouldSaveData = false, keepsChoice, language } = request;
  const known = await findKnown(db, vault, actor, request);
  return {
    checkIn: {
      phone: badgeCode === undefined ? (request.phone ?? '') : orNotFound(known).phone,
      ...nameOf(request, known),
      ...(await destinationOf(db, request, known)),
      shouldSaveData,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
    context: {
      identifiedBy: badgeCode === undefined ? 'phoneAtKiosk' : 'code',
      ...(keepsChoice !== undefined && { keepsChoice }),
      at: happenedAt(request.occurredAt),
      ...(language && { language }),
    },
  };
}

async function findKnown(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  request: KioskCheckIn,
): Promise<VisitorRow | undefined> {
  if (request.badgeCode !== undefined) return expectedByCode(db, vault, actor, request.badgeCode, request.phone);
  if (!usesMemory(request) || request.phone === undefined) return undefined;
  const row = await visitorByPhone(db, actor, request.phone);
  return row && isKnown(row) ? row : undefined;
}

async function expectedByCode(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  code: string,
  phone: string | undefined,
): Promise<VisitorRow> {
  const [companyId] = actor.companyIds;
  const found = await findVisitorByEarlyBadge(db, vault, companyId, code);
  const visitor = found && (await findVisitorInScope(db, actor, found.id));
  if (!visitor) throw new Refusal('visitNotFound');
  const isOfPhone =
    phone === undefined || readPhone(phone, await countryAt(db, actor, companyId, null)) === visitor.phone;
  if (!isOfPhone) throw new Refusal('visitNotFound');
  if (visitor.visit_id !== null) throw new Refusal('visitorIsAlreadyCheckedIn');
  if (visitor.preregistered_tenant_id === null) throw new Refusal('visitorIsNotExpected');
  return visitor;
}

function nameOf(request: KioskCheckIn, known: VisitorRow | undefined): Pick<CheckIn, 'name' | 'companyName'> {
  const remembered = known && knownData(known);
  const name = request.name ?? remembered?.name;
  const companyName = request.companyName ?? remembered?.companyName;
  if (name !== undefined && companyName !== undefined) return { name, companyName };
  throw new Refusal('validation', {
    fields: {
      ...(name === undefined && { name: 'nameRequired' }),
      ...(companyName === undefined && { companyName: 'companyNameRequired' }),
    },
  });
}

async function destinationOf(
  db: Db,
  { repeatLastVisit, meetsExpectedHost, tenantId, employeeId }: KioskCheckIn,
  known: VisitorRow | undefined,
): Promise<Pick<CheckIn, 'tenantId' | 'employeeId'>> {
  if (meetsExpectedHost === true) {
    const isExpected = known !== undefined && known.preregistered_tenant_id === tenantId;
    return { tenantId: orNotFound(tenantId), employeeId: orNotFound(isExpected ? known.expected_employee_id : null) };
  }
  if (repeatLastVisit !== true) return { tenantId: orNotFound(tenantId), employeeId: employeeId ?? null };
  const host = known && isRemembered(known) ? await findLastHost(db, known) : undefined;
  const { tenant, employee } = orNotFound(host);
  return { tenantId: tenant.id, employeeId: employee?.id ?? null };
}

const oldestDays = 7;

/** Undefined, which means now, for a time that is too old or in the future. */
export function happenedAt(occurredAt: string, now = new Date()): Date | undefined {
  const at = new Date(occurredAt);
  const age = now.getTime() - at.getTime();
  return age > 0 && age <= oldestDays * 86_400_000 ? at : undefined;
}
