import { z } from 'zod';
import type { Vault } from '../offline/vault.ts';
import { networkAddresses } from './bridge.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';

const Identity = z.object({
  /** Proves that this device is the one that announced itself. */
  secret: z.string(),
  mac: z.string(),
  /** The code that it has shown last. */
  hash: z.string().optional(),
  /** Null for a device that is no kiosk. */
  token: z.string().nullable(),
  /** Takes the place of the token as soon as the server has answered to it. */
  next: z.string().nullable(),
});
export type Identity = z.output<typeof Identity>;

/** Who this device is, as it is known here and kept in the browser. */
export interface IdentityStore {
  now: () => Identity;
  /** Changes it at once, and keeps it. Rejects where the browser has no room for it. */
  save: (changes: Partial<Identity>) => Promise<void>;
  /** Takes what is kept, which another window may have changed. */
  reload: () => Promise<Identity>;
}

/** Makes who this device is on its first start; it is the same ever after. Rejects where the browser cannot keep it. */
export async function openIdentity(vault: Vault): Promise<IdentityStore> {
  let identity = await loadIdentity(vault);
  // Of two changes the later one is kept.
  const write = oneAtATime(() => keepIdentity(vault, identity));
  return {
    now: () => identity,
    save(changes) {
      identity = { ...identity, ...changes };
      return write();
    },
    reload: async () => (identity = await loadIdentity(vault)),
  };
}

async function loadIdentity(vault: Vault): Promise<Identity> {
  const kept = Identity.safeParse(await vault.get('identity')).data;
  if (kept) return kept;
  const identity = {
    secret: hexOf(random(32)).join(''),
    mac: networkAddresses().mac ?? makeMac(),
    token: null,
    next: null,
  };
  await keepIdentity(vault, identity);
  return identity;
}

async function keepIdentity(vault: Vault, identity: Identity): Promise<void> {
  await vault.set('identity', identity);
}

/** A browser does not know its MAC address, so it makes one up out of those that nobody assigns. */
function makeMac(): string {
  const [first = 0, ...others] = random(6);
  return hexOf([(first & 0b1111_1100) | 0b10, ...others])
    .join(':')
    .toUpperCase();
}

function random(length: number): number[] {
  return [...crypto.getRandomValues(new Uint8Array(length))];
}

function hexOf(bytes: number[]): string[] {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0'));
}
