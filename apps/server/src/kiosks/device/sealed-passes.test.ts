import {
  listPassesAtDevice,
  lookUpPassAtDevice,
  passSeal,
  readPassText,
} from '@vestibule/contract/kiosks/device-pass.ts';
import { cancelInvitation } from '@vestibule/contract/visits/invitation.ts';
import { declinePass, deletePassData, getPass } from '@vestibule/contract/visits/pass.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { guest, hourMs, invited, moveDate, moveToNoon, tokenOfGuest } from '../../testing/invitations.ts';

const { subtle } = crypto;

/** As the docstring of `passSeal` describes it, with the means of a browser. */
async function open(text: string, { salt, passes }: List): Promise<unknown> {
  const letters = new TextEncoder().encode(readPassText(text)?.letters);
  const ikm = await subtle.importKey('raw', letters, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode(passSeal.info);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: Buffer.from(salt, 'base64url'), info };
  const bytes = new Uint8Array(await subtle.deriveBits(derivation, ikm, 384));
  const id = Buffer.from(bytes.subarray(0, 16)).toString('base64url');
  const found = passes?.find((pass) => pass.id === id);
  if (!found) return undefined;
  const sealed = Buffer.from(found.sealed, 'base64url');
  const key = await subtle.importKey('raw', bytes.subarray(16), 'AES-GCM', false, ['decrypt']);
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv: sealed.subarray(0, 12) }, key, sealed.subarray(12));
  return JSON.parse(new TextDecoder().decode(plain));
}

const read = async (kiosk: Caller, version?: string) =>
  (await kiosk.call(listPassesAtDevice, { query: { ...(version !== undefined && { version }) } })).data;
type List = Awaited<ReturnType<typeof read>>;

async function withPass(site: Building, changes: Parameters<typeof invited>[2] = {}) {
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const invitation = await invited(site.as('company'), site.tenant, { startsAt, ...changes });
  const guestId = invitation.guests[0]?.id ?? 0;
  const pass = await tokenOfGuest(site.db, guestId);
  const params = { invitationId: String(invitation.id) };
  return { invitation, pass, params, person: site.as('pass') };
}

test('a kiosk opens today’s passes with their secret, by the means of a browser', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const kiosk = site.as('kiosk');
  const someone = guest({ name: 'Åse Ødegård', phone: null, email: 'g@test.example', companyName: null });
  const { pass } = await withPass(site, { employeeId: site.employee.id, guests: [someone] });
  const list = await read(kiosk);
  const { data: online } = await kiosk.call(lookUpPassAtDevice, { body: { pass } });
  expect(online).toMatchObject({ firstName: 'Åse', missing: ['companyName', 'phone'] });
  expect(await open(`HTTPS://DESK.EXAMPLE/PASS/${pass}`, list)).toEqual(online);
  expect(list.until).toBe(online.validUntil);
  expect(await open('0'.repeat(26), list)).toBeUndefined();
});

test('a stolen list reveals no guest, and the 8 characters open nothing', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const { pass, person } = await withPass(site, { guests: [guest({ name: 'Åse' })] });
  await withPass(site, { guests: [guest({ name: 'Wolfeschlegelsteinhausen Bergerdorff' })] });
  const kiosk = site.as('kiosk');
  const list = await read(kiosk);
  expect(list.passes).toHaveLength(2);
  expect(new Set(list.passes?.map(({ sealed }) => sealed.length)).size).toBe(1);
  const { data: page } = await person.call(getPass, { params: { token: pass } });
  const stored = JSON.stringify(list);
  for (const secret of ['Åse', site.tenant.name, pass, page.code]) expect(stored).not.toContain(secret);
  expect(await open(page.code, list)).toBeUndefined();
  const other = await read(site.as('kiosk'));
  expect(other.salt).not.toBe(list.salt);
  expect(other.version).not.toBe(list.version);
  expect(other.passes?.map(({ id }) => id)).not.toContain(list.passes?.[0]?.id);
});

test('lists the passes that are valid today, once each, and only those of the company', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const kiosk = site.as('kiosk');
  const { invitation, pass } = await withPass(site);
  const openNow = async () => (await open(pass, await read(kiosk))) !== undefined;
  const shownAt: boolean[] = [];
  // At noon: over since yesterday, this morning, in the first hour of tomorrow, and in the second.
  for (const hours of [-24, 20, 16, 1]) {
    await moveDate(site.db, invitation.id, hours);
    shownAt.push(await openNow());
  }
  expect(shownAt).toEqual([false, true, true, false]);
  const until = new Date(Date.now() + 3 * 24 * hourMs).toISOString().slice(0, 10);
  const series = await withPass(site, { repeat: { unit: 'day', interval: 1, until } });
  expect((await read(kiosk)).passes).toHaveLength(1);
  expect(await open(series.pass, await read(site.elsewhere.as('kiosk')))).toBeUndefined();
});

test.for(['canceled', 'declined', 'deleted'] as const)('drops a pass that was %s, with a new version', async (how) => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const kiosk = site.as('kiosk');
  const { pass, params, person } = await withPass(site);
  const first = await read(kiosk);
  expect(await read(kiosk, first.version)).toEqual({ ...first, passes: null });
  expect((await read(kiosk, 'another')).passes).toHaveLength(1);
  if (how === 'canceled') await site.as('company').call(cancelInvitation, { params });
  if (how === 'declined') await person.call(declinePass, { params: { token: pass } });
  if (how === 'deleted') await person.call(deletePassData, { params: { token: pass } });
  const second = await read(kiosk, first.version);
  expect(second.version).not.toBe(first.version);
  expect(second.passes).toEqual([]);
});

test('limits the lists that a kiosk fetches', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { version } = await read(kiosk);
  for (let fetched = 1; fetched < 6; fetched += 1) await read(kiosk);
  expect(await kiosk.call(listPassesAtDevice)).toBeRefused(429, 'tooManyRequests');
  expect((await read(kiosk, version)).passes).toBeNull();
});
