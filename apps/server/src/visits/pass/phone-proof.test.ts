import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { changePass, deletePassData, getPass, provePassPhone, sendPassCode } from '@vestibule/contract/visits/pass.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { openSms } from '../../platform/outbox/content.ts';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { guest, hourMs, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { startServer, testVault } from '../../testing/server.ts';

/** A guest with the phone of a visitor whom the building remembers. */
async function remembered(site: Building, changes: Partial<Parameters<typeof guest>[0]> = {}) {
  const visitor = await seedVisitor(site.db, site, { name: 'Known Before' });
  await sql`
    update visitor set should_save_data = true, saved_until = now() + interval '60 days' where id = ${visitor.id}`.execute(
    site.db,
  );
  const startsAt = new Date(Date.now() + hourMs).toISOString();
  const someone = guest({ name: 'Åse', phone: visitor.phone, ...changes });
  const { guests } = await invited(site.as('company'), site.tenant, { startsAt, guests: [someone] });
  const params = { token: await tokenOfGuest(site.db, guests[0]?.id ?? 0) };
  const person = site.as('pass');
  const memory = async () =>
    (
      await site.db.selectFrom('visitor').select(['name', 'should_save_data']).where('id', '=', visitor.id).execute()
    )[0];
  return {
    visitor,
    params,
    person,
    memory,
    ask: () => person.call(sendPassCode, { params }),
    prove: (code: string) => person.call(provePassPhone, { params, body: { code } }),
    stored: async () => (await person.call(getPass, { params })).data.stored.map(({ what }) => what),
  };
}

async function lastCode({
  db,
  company,
}: Building): Promise<{ code: string; recipient: string | null; language: string }> {
  const { id, content, recipient, language } = await db
    .selectFrom('message')
    .select(['id', 'content', 'recipient', 'language'])
    .where('company_id', '=', company.id)
    .where('kind', '=', 'passCode')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { code } = openSms(testVault, { id, kind: 'passCode', content: content ?? Buffer.of() });
  return { code, recipient, language };
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

test('a pass reads and deletes remembered data only after the code of the phone', async () => {
  const site = await building();
  const { visitor, ask, prove, stored, memory, person, params } = await remembered(site, { language: 'it' });
  expect((await person.call(getPass, { params })).data.proof).toBe('needed');
  expect(await stored()).not.toContain('visitor');
  await ask();
  const { code, ...sent } = await lastCode(site);
  expect(code).toMatch(/^\d{6}$/);
  expect(sent).toEqual({ recipient: visitor.phone, language: 'it' });
  expect(await prove(wrongFor(code))).toBeRefused(403, 'incorrectCode');
  expect(await stored()).not.toContain('visitor');
  const { data } = await prove(` ${code.slice(0, 3)} ${code.slice(3)} `);
  expect(data.proof).toBe('given');
  expect(Date.parse(data.stored.find(({ what }) => what === 'visitor')?.until ?? '')).toBeGreaterThan(Date.now());
  expect(await memory()).toEqual({ name: 'Known Before', should_save_data: true });
  expect((await person.call(deletePassData, { params })).data).toBeNull();
  expect(await memory()).toBeUndefined();
});

test('without the code a pass leaves remembered data alone', async () => {
  const site = await building();
  const { visitor, memory, person, params } = await remembered(site);
  const body = { name: 'Intruder', companyName: null, phone: visitor.phone, shouldSaveData: false };
  await person.call(changePass, { params, body });
  await person.call(deletePassData, { params });
  expect(await memory()).toEqual({ name: 'Known Before', should_save_data: true });
});

test('after the code a pass changes remembered data, and ends the agreement', async () => {
  const site = await building();
  const { visitor, memory, ask, prove, person, params, stored } = await remembered(site);
  await ask();
  await prove((await lastCode(site)).code);
  const body = { name: 'Åse Ødegård', companyName: 'Fjord', phone: visitor.phone };
  await person.call(changePass, { params, body });
  expect(await memory()).toEqual({ name: 'Åse Ødegård', should_save_data: true });
  await person.call(changePass, { params, body: { ...body, shouldSaveData: false } });
  expect(await memory()).toMatchObject({ should_save_data: false });
  expect(await stored()).not.toContain('visitor');
});

test('a code works once, for ten minutes, for five guesses and for its phone', async () => {
  const site = await building();
  const { ask, prove, person, params, visitor } = await remembered(site, { email: 'guest@test.example' });
  await ask();
  const first = (await lastCode(site)).code;
  await prove(first);
  expect(await prove(first)).toBeRefused(403, 'incorrectCode');

  await ask();
  const second = (await lastCode(site)).code;
  const guesses = await Promise.all(Array.from({ length: 5 }, () => prove(wrongFor(second))));
  for (const guess of guesses) expect(guess).toBeRefused(403, 'incorrectCode');
  expect(await prove(second)).toBeRefused(403, 'incorrectCode');

  await ask();
  const third = (await lastCode(site)).code;
  await sql`update pass set phone_code_until = now() where phone_code is not null`.execute(site.db);
  expect(await prove(third)).toBeRefused(403, 'incorrectCode');
  expect(await ask()).toBeRefused(429, 'tooManyRequests');

  const other = freshPhone();
  const { data } = await person.call(changePass, { params, body: { name: 'Åse', companyName: null, phone: other } });
  expect(data.proof).not.toBe('given');
  expect(visitor.phone).not.toBe(other);
});

test('the proof ends after an hour', async () => {
  const site = await building();
  const { ask, prove, stored } = await remembered(site);
  await ask();
  await prove((await lastCode(site)).code);
  await sql`update pass set proven_until = now() where company_id = ${site.company.id}`.execute(site.db);
  expect(await stored()).not.toContain('visitor');
});

test('refuses a code without a phone, and limits the codes of a network and to a phone', async () => {
  const site = await building(await startServer());
  const { guests } = await invited(site.as('company'), site.tenant, {
    guests: [guest({ phone: null, email: 'guest@test.example' })],
  });
  const params = { token: await tokenOfGuest(site.db, guests[0]?.id ?? 0) };
  expect(await site.as('pass').call(sendPassCode, { params })).toBeRefused(400, 'validation');
  const phone = freshPhone();
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const one = await invited(site.as('company'), site.tenant, {
      guests: [guest({ phone, email: 'guest@test.example' })],
    });
    const token = await tokenOfGuest(site.db, one.guests[0]?.id ?? 0);
    statuses.push((await site.as('pass').call(sendPassCode, { params: { token } }, { from: `203.0.113.${n}` })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const messages = await site.db
    .selectFrom('message')
    .select('content')
    .where('kind', '=', 'passCode')
    .where('company_id', '=', site.company.id)
    .execute();
  expect(messages).toHaveLength(5);
});

test('deletes the phone to which a code went soon after the guest is gone with the tenant', async () => {
  const site = await building();
  const { visitor, ask } = await remembered(site);
  await ask();
  const recipients = async () =>
    (
      await site.db
        .selectFrom('message')
        .select(['recipient', 'content'])
        .where('company_id', '=', site.company.id)
        .where('kind', '=', 'passCode')
        .execute()
    ).map(({ recipient, content }) => [recipient, content === null]);
  await site.as('company').call(deleteTenant, { params: { tenantId: site.tenant.id } });
  await expireRows.run(site.reach);
  expect(await recipients()).toEqual([[visitor.phone, false]]);
  await sql`update message set expires_at = now() - interval '1 minute' where kind = 'passCode' and company_id = ${site.company.id}`.execute(
    site.db,
  );
  await expireRows.run(site.reach);
  expect(await recipients()).toEqual([[null, true]]);
});

test('limits the new phones of a pass and of a network, because the reply tells whether a phone is known', async () => {
  const site = await building(await startServer());
  const visitor = await seedVisitor(site.db, site);
  const typing = async () => {
    const someone = guest({ phone: null, email: 'guest@test.example' });
    const { guests } = await invited(site.as('company'), site.tenant, { guests: [someone] });
    const params = { token: await tokenOfGuest(site.db, guests[0]?.id ?? 0) };
    return (phone: string | null, from = '203.0.113.1') =>
      site.as('pass').call(changePass, { params, body: { name: 'Åse', companyName: null, phone } }, { from });
  };
  const type = await typing();
  for (let n = 0; n < 9; n += 1) expect((await type(freshPhone())).status).toBe(200);
  const last = freshPhone();
  expect((await type(last)).status).toBe(200);
  expect((await type(last)).status).toBe(200);
  expect(await type(visitor.phone)).toBeRefused(429, 'tooManyRequests');
  expect(await type(visitor.phone, '203.0.113.2')).toBeRefused(429, 'tooManyRequests');
  expect((await type(null)).status).toBe(200);

  const other = await typing();
  const subject = 'phones typed on passes from 203.0.113.1';
  await sql`update limit_count set uses = 59 where subject = ${subject}`.execute(site.db);
  expect((await other(freshPhone())).status).toBe(200);
  expect(await other(visitor.phone)).toBeRefused(429, 'tooManyRequests');
  expect((await other(visitor.phone, '203.0.113.2')).status).toBe(200);
});
