import { z } from 'zod';
import type { Vault } from '../offline/vault.ts';
import { networkAddresses } from './bridge.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';

const Identity = z.object({
  /** Proves that this device is the one that announced itself. */
  secret: z.string(),
  mac: z.string(),
  hash: z.string().optional(),
  token: z.string().nullable(),
  /** Replaces the token once the server has answered it. */
  next: z.string().nullable(),
});
export type Identity = z.output<typeof Identity>;

export interface IdentityStore {
  now: () => Identity;
  /** Stores it. Rejects without space. */
  save: (changes: Partial<Identity>) => Promise<void>;
  /** Loads the stored identity, which another window may have changed. */
  reload: () => Promise<Identity>;
}

/** Creates the identity at the first start. Rejects if the browser cannot store it. */
export async function openIdentity(vault: Vault): Promise<IdentityStore> {
  let identity = await loadIdentity(vault);
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

/** Browsers know no MAC address, so it is a random one of the unassigned range. */
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
