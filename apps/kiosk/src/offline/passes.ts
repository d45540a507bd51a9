import { listPassesAtDevice, PassGreeting, passSeal, type SealedPass } from '@vestibule/contract/kiosks/device-pass.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import type { z } from 'zod';
import { now } from '../shell/clock.ts';
import { absenceIn } from '../shell/online.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import type { Vault } from './vault.ts';

const timeoutMs = 15_000;
const refreshMs = 15 * 60_000;

/** The list of today. Nothing in it can be read without a pass. */
const Kept = listPassesAtDevice.reply.omit({ groups: true });
type Kept = z.output<typeof Kept>;

export interface Passes {
  /** Fetches the passes of today, now and every 15 minutes. Deletes those of yesterday, also without a network. */
  refresh: () => Promise<void>;
  /** Opens the pass with the letters of its QR code. Undefined if it is not in the list of today. */
  open: (letters: string) => Promise<PassGreeting | undefined>;
}

const opened = new WeakMap<Vault, Passes>();

/** The passes of a device. Its calls continue after another enrollment. */
export function passesOf(device: { vault: Vault; call: Call }): Passes {
  const passes = opened.get(device.vault) ?? createPasses(device);
  opened.set(device.vault, passes);
  return passes;
}

function createPasses({ vault, call }: { vault: Vault; call: Call }): Passes {
  let next: ReturnType<typeof setTimeout> | undefined;

  const recall = async (): Promise<Kept | undefined> => {
    const kept = Kept.safeParse(await vault.get('passes')).data;
    return kept && Date.parse(kept.until) > now().getTime() ? kept : undefined;
  };

  const fetchList = async (kept: Kept | undefined): Promise<Kept | undefined> => {
    const query = kept ? { version: kept.version } : {};
    const answer = await call(listPassesAtDevice, { query }, { signal: AbortSignal.timeout(timeoutMs) });
    const { groups, passes, ...list } = answer;
    if (groups === null || !kept) return { ...list, passes };
    if (groups.length === 0) return kept;
    return { ...list, passes: [...kept.passes.filter(({ group }) => !groups.includes(group)), ...passes] };
  };

  const refresh = oneAtATime(async () => {
    clearTimeout(next);
    // Without the storage, the next run tries again.
    const kept = await recall().catch(() => undefined);
    if (!kept) await vault.remove('passes').catch(() => undefined);
    const list = (await fetchList(kept).catch(reportUnexpected)) ?? kept;
    if (list && list !== kept) await vault.set('passes', list).catch(() => undefined);
    const untilEndOfDay = list ? Date.parse(list.until) - now().getTime() : refreshMs;
    next = setTimeout(() => void refresh(), Math.min(refreshMs, Math.max(1_000, untilEndOfDay)));
  });

  return {
    refresh,
    async open(letters) {
      const list = await recall();
      if (!list) return undefined;
      const { id, key } = await deriveKey(letters, list.salt);
      const pass = list.passes.find((each) => each.id === id);
      return pass && unseal(pass, key);
    },
  };
}

/** The screens show a revoked token (401) and a missing license (402). The next run tries again after the others. */
const expected: ReadonlySet<number | null> = new Set([401, 402, 429, 503]);

/** Reports errors other than a lost network and expected refusals. */
function reportUnexpected(error: unknown): undefined {
  const isExpected = absenceIn(error) !== null || (error instanceof CallFailed && expected.has(error.status));
  if (!isExpected) reportError(error);
}

/** By the recipe of `passSeal`. */
async function deriveKey(letters: string, salt: string): Promise<{ id: string; key: CryptoKey }> {
  const { info, idBytes, keyBytes } = passSeal;
  const secret = await crypto.subtle.importKey('raw', bytesOf(letters), 'HKDF', false, ['deriveBits']);
  const recipe = { name: 'HKDF', hash: 'SHA-256', salt: fromBase64url(salt), info: bytesOf(info) };
  const derived = await crypto.subtle.deriveBits(recipe, secret, (idBytes + keyBytes) * 8);
  const key = await crypto.subtle.importKey('raw', derived.slice(idBytes), 'AES-GCM', false, ['decrypt']);
  return { id: toBase64url(new Uint8Array(derived, 0, idBytes)), key };
}

async function unseal({ sealed }: SealedPass, key: CryptoKey): Promise<PassGreeting> {
  const data = fromBase64url(sealed);
  const iv = data.slice(0, passSeal.nonceBytes);
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data.slice(passSeal.nonceBytes));
  return PassGreeting.parse(JSON.parse(new TextDecoder().decode(plain)));
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function toBase64url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
