import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { CodeGreeting, PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { wearerOf } from '../../visits/badge/badge.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { readPhone } from '../../platform/values/phone.ts';
import { countryAt } from '../../building/settings/settings.ts';
import type { VisitorRow } from '../../visits/visitor/visitor.rows.ts';
import { findVisitorByPhone, findVisitorInScope } from '../../visits/visitor/visitor.ts';
import { firstNameOf } from './first-name.ts';
import { findLastHost, isKnown, isRemembered, knownData } from './memory.ts';

/** Phones that one kiosk may look up: as many as people stand before it, too few to try numbers one after the other. */
const lookups: Limit = { uses: 6, seconds: 60 };
/** Attempts at one kiosk that find nobody: a badge of no visitor, or a check-out of somebody who is not inside. */
export const misses: Limit = { uses: 20, seconds: 60 };

/** Greets the visitor with this phone by the first name. @throws {Refusal} `invalidPhone`; `tooManyRequests` */
export async function greetByPhone(db: Db, actor: DeviceActor, typed: string): Promise<PhoneGreeting> {
  const row = await visitorByPhone(db, actor, typed, () =>
    countUse(db, `phone lookup of kiosk ${actor.userId}`, lookups),
  );
  const [companyId] = actor.companyIds;
  await audit(db, actor, { action: 'visitor.lookedUp', companyId, subject: 'visitor', subjectId: row?.id ?? null });
  const known = row !== undefined && isKnown(row);
  const isInside = row !== undefined && row.visit_id !== null;
  return {
    known,
    firstName: known ? firstNameOf(knownData(row).name) || null : null,
    canRepeatLastVisit: known && !isInside && isRemembered(row) && (await findLastHost(db, row.id)) !== undefined,
    preregisteredTenant: known && !isInside ? expectingTenant(row) : null,
    checkedInSince: row?.checked_in_at ?? null,
  };
}

function expectingTenant(row: VisitorRow): PhoneGreeting['preregisteredTenant'] {
  const { preregistered_tenant_id: id, preregistered_tenant_name: name } = row;
  return id === null || name === null ? null : { id, name };
}

/** Greets the visitor who shows this code with the remembered data. @throws {Refusal} `tooManyRequests` */
export async function greetByBadge(db: Db, vault: Vault, actor: DeviceActor, code: string): Promise<CodeGreeting> {
  const subject = `codes at kiosk ${actor.userId}`;
  // Counted before it is looked for, so that many at once are not more than are allowed.
  await countUse(db, subject, misses);
  const wearer = await wearerOf(db, vault, actor.companyIds[0], code);
  if (wearer) await takeBackUse(db, subject);
  const row = wearer && (await findVisitorInScope(db, actor, wearer.id));
  if (!row || !isKnown(row)) {
    return { known: false, name: null, companyName: null, preregisteredTenantId: null, lastVisit: null };
  }
  return {
    known: true,
    ...knownData(row),
    // A visitor who is inside shows the code to leave.
    preregisteredTenantId: row.visit_id === null ? row.preregistered_tenant_id : null,
    lastVisit: (isRemembered(row) ? await findLastHost(db, row.id) : undefined) ?? null,
  };
}

/** The visitor whose phone it is, read as a number of the company's country. `count` is done before one is looked for. */
export async function visitorByPhone(
  db: Db,
  actor: DeviceActor,
  typed: string,
  count: () => Promise<void> = () => Promise.resolve(),
): Promise<VisitorRow | undefined> {
  const [companyId] = actor.companyIds;
  const phone = readPhone(typed, await countryAt(db, actor, companyId, null));
  await count();
  return findVisitorByPhone(db, actor, companyId, phone);
}
