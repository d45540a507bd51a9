import { type PassGreeting, readPassText } from '@vestibule/contract/kiosks/device-pass.ts';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countMisses, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import {
  findShownPass,
  findVisitorOfPass,
  type ShowingOfPass,
  type ShownPass,
  takeGuest,
} from '../../visits/pass/arrival.ts';
import { happenedAt, type KioskCheckIn } from './check-in.ts';
import { firstNameOf } from './first-name.ts';
import { misses } from './greeting.ts';

/** Unknown passes per network, as on the page of the pass. */
const guesses: Limit = { uses: 60, seconds: 60 };

/** Refused phones per pass. A kiosk refuses also the phone of another guest, so few may be tried. */
const phones: Limit = { uses: 10, seconds: 3_600 };

/** Runs a check-in, and counts refused phones. */
export function countPhonesOfPass<Result>(
  db: Db,
  { companyIds: [companyId] }: DeviceActor,
  pass: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const letters = readPassText(pass)?.letters;
  if (letters === undefined) return work();
  const subject = `phones of pass ${hashOf(`${companyId} ${letters}`).toString('base64url')}`;
  return countMisses(db, { subject, limit: phones, isMiss: ({ reason }) => reason === 'invalidPhone' }, work);
}

/** The phones of a kiosk and the guests in the building may share a network, so each has its own count. */
export function countPassGuesses<Result>(
  db: Db,
  { userId: kioskId }: DeviceActor,
  network: string,
  guess: () => Promise<Result>,
): Promise<Result> {
  const isMiss = ({ status }: Refusal) => status === 400 || status === 404 || status === 409;
  const ofKiosk = { subject: `codes at kiosk ${kioskId}`, limit: misses, isMiss };
  const isUnknown = ({ reason }: Refusal) => reason === 'passUnknown';
  const ofNetwork = { subject: `unknown pass at kiosks from ${network}`, limit: guesses, isMiss: isUnknown };
  return countMisses(db, ofKiosk, () => countMisses(db, ofNetwork, guess));
}

/** @throws {Refusal} as the contract states */
export async function greetByPass(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  { pass, network }: { pass: string; network: string },
): Promise<PassGreeting> {
  const find = async () => findShownPass(db, vault, showingOf(actor, pass));
  return greetingOf(await countPassGuesses(db, actor, network, find));
}

export function greetingOf(pass: ShownPass): PassGreeting {
  const { employee_id: employeeId, host, company_name: companyName, phone } = pass;
  const firstName = firstNameOf(pass.name);
  return {
    firstName,
    tenant: { id: pass.tenant_id, name: pass.tenant },
    host: employeeId === null || host === null ? null : { id: employeeId, name: host },
    validFrom: pass.valid_from,
    validUntil: pass.valid_until,
    missing: [
      ...(firstName === '' ? (['name'] as const) : []),
      ...(companyName === null ? (['companyName'] as const) : []),
      ...(phone === null ? (['phone'] as const) : []),
    ],
  };
}

function showingOf({ companyIds: [companyId] }: DeviceActor, pass: string): ShowingOfPass {
  const read = readPassText(pass);
  if (!read) throw new Refusal('passUnknown');
  return { companyId, ...read };
}

/** @throws {Refusal} `passUnknown` */
export function visitorByPass(db: Db, vault: Vault, actor: DeviceActor, pass: string) {
  return findVisitorOfPass(db, vault, showingOf(actor, pass));
}

/**
 * Completes a check-in with the data of the invitation. What the kiosk typed is used only where the invitation has nothing.
 * @throws {Refusal} as the contract states
 */
export async function completeByPass(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  request: KioskCheckIn & { pass: string },
) {
  const { name, phone: typed, companyName, shouldSaveData = false, wasOpenedOffline, language } = request;
  const showing = showingOf(actor, request.pass);
  // Without the network a kiosk opens a pass by its secret only.
  if (wasOpenedOffline === true && showing.kind === 'code') throw new Refusal('passUnknown');
  const at = happenedAt(request.occurredAt);
  const found = await takeGuest(db, vault, { ...showing, at, wasOpenedOffline }, { phone: typed, companyName });
  const { pass, phone, isOwnVisitor } = found;
  return {
    checkIn: {
      phone,
      name: firstNameOf(pass.name) === '' ? name || pass.name : pass.name,
      companyName: pass.company_name ?? companyName ?? '',
      tenantId: pass.tenant_id,
      employeeId: pass.employee_id,
      shouldSaveData: pass.should_save_data ?? shouldSaveData,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
    context: {
      // The pass proves who was invited, and not the phone. It changes only a visitor that was created for it.
      identifiedBy: isOwnVisitor ? ('code' as const) : ('phoneAtKiosk' as const),
      keepsChoice: true,
      at,
      invitationId: pass.invitation_id,
      ...(language && { language }),
    },
  };
}
