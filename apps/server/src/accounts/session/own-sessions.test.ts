import { endOtherSessions, endOwnSession, listOwnSessions } from '@vestibule/contract/accounts/own-sessions.ts';
import { getSession, login } from '@vestibule/contract/accounts/session.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, testPassword } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { openLive } from '../../testing/live.ts';

async function browser({ as, users }: Building, device?: string): Promise<Caller> {
  const caller = as('signedOut');
  const body = { email: users.company.email, password: testPassword };
  await caller.call(login, { body }, { headers: { 'user-agent': device ?? '' } });
  return caller;
}

const idOf = async (caller: Caller) => {
  const { data } = await caller.call(listOwnSessions);
  return data.find(({ isCurrent }) => isCurrent)?.id ?? 0;
};

const moveBack = ({ db }: Building, id: number, minutes: number) =>
  sql`update session set last_used_at = last_used_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(db);

test('lists the sessions of the user with their browsers, the last used first', async () => {
  const site = await building();
  const [laptop, tablet] = [await browser(site, 'Laptop/1.0'), await browser(site, 'Tablet/2.0')];
  await browser({ ...site, ...site.elsewhere }, 'Stranger/3.0');
  await moveBack(site, await idOf(laptop), 10);
  const { data } = await tablet.call(listOwnSessions);
  expect(data).toMatchObject([
    { device: 'Tablet/2.0', isCurrent: true },
    { device: 'Laptop/1.0', isCurrent: false },
  ]);
  const [first, second] = data;
  expect(Date.parse(first?.lastUsedAt ?? '') - Date.parse(second?.lastUsedAt ?? '')).toBeGreaterThan(9 * 60_000);
  expect((await laptop.call(listOwnSessions)).data.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
});

test('stores at most 256 characters of the user agent', async () => {
  const site = await building();
  const caller = await browser(site, 'x'.repeat(5_000));
  expect((await caller.call(listOwnSessions)).data[0]?.device).toBe('x'.repeat(256));
});

test('omits a session that was idle for too long', async () => {
  const site = await building();
  const [laptop, tablet] = [await browser(site), await browser(site)];
  const id = await idOf(laptop);
  await moveBack(site, id, 12 * 60 + 1);
  expect((await tablet.call(listOwnSessions)).data.map((session) => session.id)).toEqual([await idOf(tablet)]);
});

test('ending another session signs that browser out at once, and closes its live channel', async () => {
  const site = await building();
  await site.server.listen();
  const [here, there] = [await browser(site), await browser(site)];
  const [mine, theirs] = [await openLive(here), await openLive(there)];
  const { status } = await here.call(endOwnSession, { params: { sessionId: await idOf(there) } });
  expect(status).toBe(200);
  expect(await theirs.closed()).toBe(4401);
  expect(await there.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(mine.socket.readyState).toBe(mine.socket.OPEN);
  expect((await here.call(listOwnSessions)).data).toHaveLength(1);
});

test('a user can end the current session too', async () => {
  const caller = await browser(await building());
  await caller.call(endOwnSession, { params: { sessionId: await idOf(caller) } });
  expect(await caller.call(getSession)).toBeRefused(401, 'notSignedIn');
});

test('a session of another user is not found and stays valid', async () => {
  const site = await building();
  const theirs = site.as('reception');
  const sessionId = await idOf(theirs);
  for (const role of ['superAdmin', 'company'] as const) {
    expect(await site.as(role).call(endOwnSession, { params: { sessionId } })).toBeRefused(404, 'notFound');
  }
  expect((await theirs.call(getSession)).status).toBe(200);
});

test('a session can be ended once', async () => {
  const site = await building();
  const [here, there] = [await browser(site), await browser(site)];
  const input = { params: { sessionId: await idOf(there) } };
  const answers = await Promise.all([here.call(endOwnSession, input), here.call(endOwnSession, input)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
});

test('logs an ended session in the audit log of the user’s company, and none otherwise', async () => {
  const site = await building();
  const { db, company, users } = site;
  const [here, there] = [await browser(site), await browser(site)];
  const input = { params: { sessionId: await idOf(there) } };
  await here.call(endOwnSession, input);
  await here.call(endOwnSession, input);
  const ended = db.selectFrom('audit_entry').select(['company_id', 'user_id', 'subject', 'subject_id']);
  expect(await ended.where('user_id', '=', users.company.id).where('action', '=', 'session.ended').execute()).toEqual([
    { company_id: company.id, user_id: users.company.id, subject: 'user', subject_id: users.company.id },
  ]);
});

test('ending all other sessions keeps this one and those of other users', async () => {
  const site = await building();
  await site.server.listen();
  const [here, there, further] = [await browser(site), await browser(site), await browser(site)];
  const stranger = await browser({ ...site, ...site.elsewhere });
  const theirs = await openLive(there);
  expect(await here.call(endOtherSessions)).toMatchObject({ status: 200 });
  expect(await theirs.closed()).toBe(4401);
  expect(await there.call(getSession)).toBeRefused(401, 'notSignedIn');
  expect(await further.call(getSession)).toBeRefused(401, 'notSignedIn');
  for (const caller of [here, stranger]) expect(await caller.call(getSession)).toMatchObject({ status: 200 });
  expect((await here.call(listOwnSessions)).data).toHaveLength(1);
});

test('ending all others without any leaves no audit entry', async () => {
  const site = await building();
  const here = await browser(site);
  for (const answer of [await here.call(endOtherSessions), await here.call(endOtherSessions)]) {
    expect(answer.status).toBe(200);
  }
  const { db, users } = site;
  const ended = db.selectFrom('audit_entry').select('id').where('user_id', '=', users.company.id);
  expect(await ended.where('action', '=', 'session.ended').execute()).toEqual([]);
});
