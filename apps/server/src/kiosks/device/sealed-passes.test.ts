import {
  listPassesAtDevice,
  lookUpPassAtDevice,
  passSeal,
  readPassText,
} from '@vestibule/contract/kiosks/device-pass.ts';
import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import { addGuests, cancelInvitation, changeInvitation, removeGuest } from '@vestibule/contract/visits/invitation.ts';
import { declinePass, deletePassData, getPass } from '@vestibule/contract/visits/pass.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { guest, hourMs, invited, moveDate, moveToNoon, tokenOfGuest } from '../../testing/invitations.ts';
import { untilWaiting } from '../../testing/queued.ts';

const { subtle } = crypto;

/** As the docstring of `passSeal` describes it, with the means of a browser. */
async function open(text: string, { salt, passes }: List): Promise<unknown> {
  const letters = new TextEncoder().encode(readPassText(text)?.letters);
  const ikm = await subtle.importKey('raw', letters, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode(passSeal.info);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: Buffer.from(salt, 'base64url'), info };
  const bytes = new Uint8Array(await subtle.deriveBits(derivation, ikm, 384));
  const id = Buffer.from(bytes.subarray(0, 16)).toString('base64url');
  const found = passes.find((pass) => pass.id === id);
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
  expect(new Set(list.passes.map(({ sealed }) => sealed.length)).size).toBe(1);
  const { data: page } = await person.call(getPass, { params: { token: pass } });
  const stored = JSON.stringify(list);
  for (const secret of ['Åse', site.tenant.name, pass, page.code]) expect(stored).not.toContain(secret);
  expect(await open(page.code, list)).toBeUndefined();
  const other = await read(site.as('kiosk'));
  expect(other.salt).not.toBe(list.salt);
  expect(other.version).not.toBe(list.version);
  expect(other.passes.map(({ id }) => id)).not.toContain(list.passes[0]?.id);
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
  expect(await read(kiosk, first.version)).toEqual({ ...first, groups: [], passes: [] });
  expect(await read(kiosk, 'another')).toMatchObject({ groups: null, passes: [{}] });
  if (how === 'canceled') await site.as('company').call(cancelInvitation, { params });
  if (how === 'declined') await person.call(declinePass, { params: { token: pass } });
  if (how === 'deleted') await person.call(deletePassData, { params: { token: pass } });
  const second = await read(kiosk, first.version);
  expect(second.version).not.toBe(first.version);
  expect([second.groups, second.passes]).toEqual([[first.passes[0]?.group], []]);
});

test('sends only the group of a pass that was added, changed or removed', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const kiosk = site.as('kiosk');
  const desk = site.as('company');
  const guests = Array.from({ length: 300 }, (_, n) => guest({ name: `Eve ${n}` }));
  const { invitation, pass, params } = await withPass(site, { guests: guests.slice(0, 150) });
  await withPass(site, { guests: guests.slice(150) });
  let list = await read(kiosk);
  expect([list.groups, list.passes.length]).toEqual([null, 300]);
  const update = async () => {
    const { groups, passes, ...next } = await read(kiosk, list.version);
    expect(groups).toHaveLength(1);
    expect(passes.map(({ group }) => group)).toEqual(passes.map(() => groups?.[0]));
    list = { ...next, groups: null, passes: [...list.passes.filter(({ group }) => group !== groups?.[0]), ...passes] };
    return passes.length;
  };
  const id = invitation.guests[0]?.id ?? 0;
  await desk.call(changeInvitation, { params, body: { guests: [{ ...guests[0], id, name: 'Åse Ødegård' }] } });
  // 300 guests are in 256 groups.
  expect(await update()).toBeLessThanOrEqual(2);
  expect(await open(pass, list)).toMatchObject({ firstName: 'Åse' });
  await desk.call(addGuests, { params, body: { guests: [guest({ name: 'New' })] } });
  await update();
  expect(list.passes).toHaveLength(301);
  await desk.call(removeGuest, { params: { ...params, guestId: String(id) } });
  expect(await update()).toBeLessThanOrEqual(1);
  expect(await open(pass, list)).toBeUndefined();
  await sql`update tenant set name = 'Renamed' where id = ${site.tenant.id}`.execute(site.db);
  const renamed = await read(kiosk, list.version);
  expect(new Set(renamed.passes.map(({ id }) => id))).toEqual(new Set(list.passes.map(({ id }) => id)));
  expect(await read(kiosk)).toMatchObject({ version: renamed.version, groups: null });
});

test('sends the whole list of another day, and to another kiosk', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  const kiosk = site.as('kiosk');
  await withPass(site);
  const today = await read(kiosk);
  expect(await read(site.as('kiosk'), today.version)).toMatchObject({ groups: null, passes: [{}] });
  const zone = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14';
  await site.db.updateTable('company').set({ time_zone: zone }).where('id', '=', site.company.id).execute();
  const other = await read(kiosk, today.version);
  expect(other.salt).not.toBe(today.salt);
  expect(other.groups).toBeNull();
});

test('kiosks that ask at once share one read, which leaves connections to others', async () => {
  const site = await building();
  await moveToNoon(site.db, site.company.id);
  await withPass(site);
  const kiosks = Array.from({ length: 20 }, () => site.as('kiosk'));
  const versions: string[] = [];
  for (const kiosk of kiosks) versions.push((await read(kiosk)).version);
  const lists = await site.db.transaction().execute(async (held) => {
    await sql`lock table pass in access exclusive mode`.execute(held);
    const asked = kiosks.map((kiosk, n) => read(kiosk, versions[n]));
    await untilWaiting(site.db, 1);
    for (const kiosk of kiosks) expect((await kiosk.call(getDeviceConfig)).status).toBe(200);
    return asked;
  });
  for (const list of await Promise.all(lists)) expect(list.groups).toEqual([]);
});

test('limits the lists that a kiosk fetches', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { version } = await read(kiosk);
  for (let fetched = 1; fetched < 6; fetched += 1) await read(kiosk);
  expect(await kiosk.call(listPassesAtDevice)).toBeRefused(429, 'tooManyRequests');
  expect((await read(kiosk, version)).groups).toEqual([]);
});
