import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type listPassesAtDevice, passSeal, type SealedPass } from '@vestibule/contract/kiosks/device-pass.ts';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import { findDayOfPasses, listPassesOfDay, secretOfPass } from '../../visits/pass/arrival.ts';
import { greetingOf } from './guest-pass.ts';

/** Lists that were sealed for a kiosk. 10,000 passes take a second of a processor. */
const lists: Limit = { uses: 6, seconds: 60 };

/** Passes sealed before other requests get their turn, after some 5 ms. */
const atOnce = 50;

/**
 * Seals the passes of today for one kiosk. The version is keyed, because a plain hash of the list would confirm guessed names to a person who
 * stole the tablet.
 */
export async function readSealedPasses(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  known: string | undefined,
): Promise<Reply<typeof listPassesAtDevice>> {
  const { userId: kioskId } = actor;
  const [companyId] = actor.companyIds;
  const { day, ends_at: until } = orNotFound(await findDayOfPasses(db, companyId));
  const passes = await listPassesOfDay(db, companyId);
  const salt = vault.sign('salt of passes', `${kioskId} ${day}`).subarray(0, 16);
  const salted = salt.toString('base64url');
  const content = passes.map((pass) => ({ id: pass.guest_id, greeting: greetingOf(pass) }));
  const version = vault.sign('version of passes', salted + JSON.stringify(content)).toString('base64url', 0, 16);
  if (version === known) return { version, salt: salted, until, passes: null };
  await countUse(db, `passes for kiosk ${kioskId}`, lists);
  const sealed: SealedPass[] = [];
  for (const [index, pass] of passes.entries()) {
    sealed.push(sealPass(secretOfPass(vault, pass), salt, greetingOf(pass)));
    if (index % atOnce === atOnce - 1) await setImmediate();
  }
  return { version, salt: salted, until, passes: sealed };
}

function sealPass(secret: string, salt: Buffer, greeting: object): SealedPass {
  const { info, idBytes, keyBytes, nonceBytes, paddedTo } = passSeal;
  const derived = Buffer.from(hkdfSync('sha256', secret, salt, info, idBytes + keyBytes));
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', derived.subarray(idBytes), nonce);
  const text = Buffer.from(JSON.stringify(greeting));
  // The length of a name would narrow down who comes.
  const padding = Buffer.alloc((paddedTo - (text.length % paddedTo)) % paddedTo, ' ');
  const sealed = [nonce, cipher.update(text), cipher.update(padding), cipher.final(), cipher.getAuthTag()];
  return {
    id: derived.subarray(0, idBytes).toString('base64url'),
    sealed: Buffer.concat(sealed).toString('base64url'),
  };
}
