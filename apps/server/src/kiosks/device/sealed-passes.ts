import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type listPassesAtDevice, passSeal, type SealedPass } from '@vestibule/contract/kiosks/device-pass.ts';
import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { orNotFound } from '../../platform/http/refusal.ts';
import {
  type DayOfPasses,
  digestPassesOfDay,
  findDayOfPasses,
  groupsOfPasses,
  listPassesOfDay,
  type PassOfDay,
  secretOfPass,
} from '../../visits/pass/arrival.ts';
import { coalesce } from './coalesce.ts';
import { greetingOf } from './guest-pass.ts';

/** Limits answers of one kiosk that have passes. Sealing all 10,000 passes takes a second of a processor. */
const sealingLimit: Limit = { uses: 6, seconds: 60 };

/** Passes sealed before the event loop serves other requests, after some 5 ms. */
const batchSize = 50;

const prefixBytes = 12;
const tagBytes = 4;

/** Seals the passes of today for one kiosk: the groups that changed since the `known` version. */
export async function readSealedPasses(
  db: Db,
  vault: Vault,
  actor: DeviceActor,
  known: string | undefined,
): Promise<Reply<typeof listPassesAtDevice>> {
  const { userId: kioskId } = actor;
  const [companyId] = actor.companyIds;
  // Before the list: a change between both makes the kiosk fetch the group again.
  const { day, tags } = await readSharedSnapshot(db, vault, companyId);
  const { salt, versionPrefix } = saltAndPrefix(vault, kioskId, day.day);
  const version = Buffer.concat([versionPrefix, tags]);
  const groups = changedGroups(version, Buffer.from(known ?? '', 'base64url'));
  const passes: SealedPass[] = [];
  if (groups === null || groups.length > 0) {
    await countUse(db, `passes for kiosk ${kioskId}`, sealingLimit);
    for (const [index, pass] of (await listPassesOfDay(db, companyId, day, groups)).entries()) {
      passes.push(sealPass(vault, pass, salt));
      if (index % batchSize === batchSize - 1) await setImmediate();
    }
  }
  return {
    version: version.toString('base64url'),
    salt: salt.toString('base64url'),
    until: day.ends_at,
    groups,
    passes,
  };
}

/** Derives the salt of a kiosk's list of a day, and the bytes with which each version of this list begins. */
export function saltAndPrefix(vault: Vault, kioskId: number, day: string): { salt: Buffer; versionPrefix: Buffer } {
  const salt = vault.sign('salt of passes', `${kioskId} ${day}`).subarray(0, 16);
  return { salt, versionPrefix: vault.sign('version of passes', salt.toString('base64url')).subarray(0, prefixBytes) };
}

/** Returns null if the known version is of another kiosk, day or key, or if there is none. */
function changedGroups(version: Buffer, known: Buffer): number[] | null {
  const isOfSameList =
    known.length === version.length && known.subarray(0, prefixBytes).equals(version.subarray(0, prefixBytes));
  if (!isOfSameList) return null;
  const tagOf = (from: Buffer, group: number) => from.readUInt32BE(prefixBytes + group * tagBytes);
  return Array.from({ length: groupsOfPasses }, (_, group) => group).filter(
    (group) => tagOf(version, group) !== tagOf(known, group),
  );
}

interface Snapshot {
  day: DayOfPasses;
  /** A tag of each group, zero for an empty one. */
  tags: Buffer;
}

const snapshots = new WeakMap<Db, Map<number, (query: null) => Promise<Snapshot>>>();

/** Kiosks of a company that ask at once, as after an outage, share a read. */
function readSharedSnapshot(db: Db, vault: Vault, companyId: number): Promise<Snapshot> {
  const ofDb = snapshots.get(db) ?? new Map<number, (query: null) => Promise<Snapshot>>();
  snapshots.set(db, ofDb);
  const read = ofDb.get(companyId) ?? coalesce(() => readSnapshot(db, vault, companyId));
  ofDb.set(companyId, read);
  return read(null);
}

/** Tags are keyed, because a plain hash would confirm guessed names to a person who stole the tablet. */
async function readSnapshot(db: Db, vault: Vault, companyId: number): Promise<Snapshot> {
  const day = orNotFound(await findDayOfPasses(db, companyId));
  const tags = Buffer.alloc(groupsOfPasses * tagBytes);
  for (const { group, digest } of await digestPassesOfDay(db, companyId, day)) {
    const tag = vault.sign('tag of passes', `${companyId} ${group} ${digest.toString('base64url')}`);
    tag.copy(tags, group * tagBytes, 0, tagBytes);
  }
  return { day, tags };
}

function sealPass(vault: Vault, pass: PassOfDay, salt: Buffer): SealedPass {
  const { info, idBytes, keyBytes, nonceBytes, paddedTo } = passSeal;
  const derived = Buffer.from(hkdfSync('sha256', secretOfPass(vault, pass), salt, info, idBytes + keyBytes));
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', derived.subarray(idBytes), nonce);
  const text = Buffer.from(JSON.stringify(greetingOf(pass)));
  // The length of a name would narrow down who comes.
  const padding = Buffer.alloc((paddedTo - (text.length % paddedTo)) % paddedTo, ' ');
  const sealed = [nonce, cipher.update(text), cipher.update(padding), cipher.final(), cipher.getAuthTag()];
  return {
    id: derived.subarray(0, idBytes).toString('base64url'),
    group: pass.group,
    sealed: Buffer.concat(sealed).toString('base64url'),
  };
}
