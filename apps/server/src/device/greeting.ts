import type { DeviceActor } from '@vestibule/contract/access.ts';
import type { Greeting } from '@vestibule/contract/device.ts';
import { audit } from '../audit/audit.ts';
import { wearerOf } from '../badge/scan.ts';
import type { Db } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { countUse, type Limit, takeBackUse } from '../http/limit.ts';
import { readPhone } from '../settings/phone.ts';
import { countryAt } from '../settings/settings.ts';
import type { VisitorRow } from '../visitor/visitor.rows.ts';
import { findVisitorByPhone, findVisitorInScope } from '../visitor/visitor.ts';

/** Phones that one kiosk may look up: as many as people stand before it, too few to try numbers one after the other. */
const lookups: Limit = { uses: 6, seconds: 60 };
/** Attempts at one kiosk that find nobody: a badge of no visitor, or a check-out of somebody who is not inside. */
export const misses: Limit = { uses: 20, seconds: 60 };

const nobody: Greeting = { known: false, name: null, companyName: null, preregisteredTenantId: null };

/** What a kiosk may say to somebody with this phone. @throws {Refusal} `invalidPhone`; `tooManyRequests` */
export async function greetByPhone(db: Db, actor: DeviceActor, typed: string): Promise<Greeting> {
  const row = await visitorByPhone(db, actor, typed, () =>
    countUse(db, `phone lookup of kiosk ${actor.userId}`, lookups),
  );
  const [companyId] = actor.companyIds;
  await audit(db, actor, { action: 'visitor.lookedUp', companyId, subject: 'visitor', subjectId: row?.id ?? null });
  return greetingOf(row);
}

/** What a kiosk may say to somebody who shows this code. @throws {Refusal} `tooManyRequests` */
export async function greetByBadge(db: Db, vault: Vault, actor: DeviceActor, code: string): Promise<Greeting> {
  const subject = `codes at kiosk ${actor.userId}`;
  // Counted before it is looked for, so that many at once are not more than are allowed.
  await countUse(db, subject, misses);
  const wearer = await wearerOf(db, vault, actor.companyIds[0], code);
  if (wearer) await takeBackUse(db, subject);
  const row = wearer && (await findVisitorInScope(db, actor, wearer.id));
  const isInside = row !== undefined && row.visit_id !== null;
  // Who is inside shows the code to leave.
  return isInside ? { ...greetingOf(row), preregisteredTenantId: null } : greetingOf(row);
}

/** Only somebody who asked to be remembered, or is expected, is greeted by name. */
function greetingOf(row: VisitorRow | undefined): Greeting {
  const mayBeKept = row?.should_save_data === true && row.storage_stopped_at === null;
  if (!row || (!mayBeKept && row.preregistered_tenant_id === null)) return nobody;
  const { name, company_name: companyName, preregistered_tenant_id: preregisteredTenantId } = row;
  return { known: true, name, companyName, preregisteredTenantId };
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
