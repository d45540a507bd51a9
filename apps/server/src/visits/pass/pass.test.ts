import { cancelInvitation, checkInGuests, getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { changePass, checkOutPass, declinePass, getPass, type PassFields } from '@vestibule/contract/visits/pass.ts';
import { lookUpPhone } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, hourMs, invited, moveDate, tokenOfGuest } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { changeSettings } from '../../testing/settings.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { composeSms } from '../../platform/outbox/compose.ts';
import { openSms } from '../../platform/outbox/content.ts';

const soon = () => new Date(Date.now() + 60_000).toISOString();

async function withPass(site: Building, changes: Parameters<typeof invited>[2] = {}) {
  const invitation = await invited(site.as('company'), site.tenant, { startsAt: soon(), ...changes });
  const id = invitation.guests[0]?.id ?? 0;
  const params = { token: await tokenOfGuest(site.db, id) };
  return { invitation, id, params, person: site.as('pass') };
}

const fields = (changes: Partial<PassFields> = {}) => ({
  name: 'Åse Ødegård',
  companyName: 'Fjord',
  phone: freshPhone(),
  ...changes,
});

test('shows the meeting, the building and the 8 characters, but no id of the visitor', async () => {
  const site = await building();
  await site.db
    .updateTable('company')
    .set({ address: 'Quay 14', directions: 'Ring twice', time_zone: 'Europe/Oslo' })
    .where('id', '=', site.company.id)
    .execute();
  const someone = guest({ name: 'Åse', email: 'guest@test.example' });
  const { params, person, invitation } = await withPass(site, {
    employeeId: site.employee.id,
    title: 'Audit',
    note: 'Bring the plans, see www.evil.example',
    guests: [someone],
  });
  const { data, headers } = await person.call(getPass, { params });
  expect(data).toMatchObject({
    guest: { name: 'Åse', phone: someone.phone, email: 'guest@test.example', state: 'invited', passState: 'queued' },
    tenant: site.tenant,
    host: { name: site.employee.name, photo: null },
    building: { name: site.company.name, address: 'Quay 14', directions: 'Ring twice', timeZone: 'Europe/Oslo' },
    title: 'Audit',
    note: 'Bring the plans, see www. evil. example',
    startsAt: invitation.startsAt,
    validFrom: new Date(Date.parse(invitation.startsAt) - hourMs).toISOString(),
    status: 'planned',
    visit: null,
    wifiInfo: null,
    shouldSaveData: null,
    messages: [{ kind: 'invitation', channel: 'email', state: 'queued' }],
  });
  expect(data.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(data.guest).not.toHaveProperty('visitorId');
  expect(data.stored.map(({ what }) => what)).toEqual(['guest', 'messages']);
  const until = new Date(data.validUntil);
  expect(until.toLocaleTimeString('en-GB', { timeZone: 'Europe/Oslo' })).toBe('00:00:00');
  expect(until.getTime() - Date.parse(data.endsAt)).toBeLessThanOrEqual(25 * hourMs);
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  });
  expect(headers['set-cookie']).toBeUndefined();
});

test('answers any unknown token alike, and limits the guesses of a network', async () => {
  const site = await building(await startServer());
  const { params, person } = await withPass(site);
  const network = '203.0.113.7';
  const ask = (token: string) => person.call(getPass, { params: { token } }, { from: network });
  const wrong = [params.token.slice(1), `${params.token.slice(0, -1)}U`, 'x', '0'.repeat(26), 'V'.repeat(21), '%'];
  const answers = await Promise.all(wrong.map(ask));
  for (const answer of answers) {
    expect(answer).toBeRefused(404, 'passUnknown');
    expect({ ...answer.problem, requestId: '' }).toEqual({ ...answers[0]?.problem, requestId: '' });
  }
  const refused = [];
  for (let n = 0; n < 60; n += 1) refused.push(await ask(`guess${n}`));
  expect(refused.at(-1)).toBeRefused(429, 'tooManyRequests');
  expect(await ask(params.token)).toMatchObject({ status: 200 });
  expect(await person.call(getPass, { params: { token: 'x' } }, { from: '203.0.113.8' })).toBeRefused(
    404,
    'passUnknown',
  );
});

test('never logs a token', async () => {
  const lines: string[] = [];
  const site = await building(await startServer({ log: (line) => lines.push(line) }));
  const { params, person } = await withPass(site);
  await person.call(getPass, { params });
  await person.call(getPass, { params: { token: `${params.token}X` } });
  await person.call(changePass, { params, body: fields({ phone: 'none' }) });
  for (const path of [`/api/v1/pass/${params.token}/qr.svg`, `/pass/${params.token}`, `/pass/${params.token}/%zz`]) {
    await person.send({ method: 'GET', url: path });
  }
  await person.send({ method: 'POST', url: `/api/v1/pass/${params.token}/nowhere` });
  expect(lines.length).toBeGreaterThan(6);
  expect(lines.join('\n')).not.toContain(params.token);
});

test('ignores the session of the browser and acts on the own guest alone', async () => {
  const site = await building();
  const [first, second] = [guest({ name: 'First' }), guest({ name: 'Second' })];
  const { params, invitation } = await withPass(site, { guests: [first, second] });
  const signedIn = site.elsewhere.as('company');
  const { data } = await signedIn.call(getPass, { params });
  expect(JSON.stringify(data)).not.toContain('Second');
  await signedIn.call(changePass, { params, body: fields({ name: 'Renamed', phone: first.phone ?? '' }) });
  const { data: after } = await site.as('company').call(getInvitation, { params: { invitationId: invitation.id } });
  expect(after.guests.map(({ name, state }) => [name, state])).toEqual([
    ['Renamed', 'confirmed'],
    ['Second', 'invited'],
  ]);
  const taken = fields({ phone: second.phone ?? '' });
  const answer = await signedIn.call(changePass, { params, body: taken });
  expect(answer).toMatchObject({ status: 200, data: { guest: { phone: second.phone, state: 'confirmed' } } });
  const both = await site.as('company').call(getInvitation, { params: { invitationId: invitation.id } });
  expect(both.data.guests.map(({ name, visitorId }) => [name, visitorId === null])).toEqual([
    ['Åse Ødegård', true],
    ['Second', false],
  ]);
});

test('expects the guest with a phone typed on the pass', async () => {
  const site = await building();
  const { params, person, invitation } = await withPass(site, {
    guests: [guest({ phone: null, email: 'guest@test.example' })],
  });
  const body = fields({ shouldSaveData: true });
  const answers = await Promise.all([1, 2].map(() => person.call(changePass, { params, body })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.data.guest).toMatchObject({ name: 'Åse Ødegård', phone: body.phone, state: 'confirmed' });
  expect(answers[0]?.data.stored.map(({ what }) => what)).toEqual(['guest', 'visitor', 'messages']);
  const query = { phone: body.phone ?? '' };
  const { data } = await site.as('company').call(lookUpPhone, { params: { companyId: site.company.id }, query });
  expect(data.visitor).toMatchObject({
    preregisteredTenantId: site.tenant.id,
    expected: { invitationId: invitation.id },
  });
  await person.call(changePass, { params, body: fields({ phone: freshPhone() }) });
  const { data: former } = await site
    .as('company')
    .call(lookUpPhone, { params: { companyId: site.company.id }, query });
  expect(former.visitor).toBeNull();
});

test('returns the choice of the guest to be remembered, also without a visitor of the pass', async () => {
  const site = await building();
  const visitor = await seedVisitor(site.db, site);
  const { params, person } = await withPass(site, { guests: [guest({ phone: null, email: 'guest@test.example' })] });
  const body = fields({ phone: visitor.phone, shouldSaveData: true });
  const { data } = await person.call(changePass, { params, body });
  expect([data.shouldSaveData, data.stored.map(({ what }) => what)]).toEqual([true, ['guest', 'messages']]);
  const kept = await person.call(changePass, { params, body: fields({ phone: visitor.phone }) });
  expect(kept.data.shouldSaveData).toBe(true);
  const withdrawn = await person.call(changePass, { params, body: { ...body, shouldSaveData: false } });
  expect(withdrawn.data.shouldSaveData).toBe(false);
});

test('changes no remembered visitor by a phone typed on the pass', async () => {
  const site = await building();
  const visitor = await seedVisitor(site.db, site, { inside: site.tenant });
  const rowOf = () => site.db.selectFrom('visitor').selectAll().where('id', '=', visitor.id).executeTakeFirst();
  const before = await rowOf();
  const { params, person } = await withPass(site, { guests: [guest({ phone: null, email: 'guest@test.example' })] });
  const body = fields({ phone: visitor.phone, shouldSaveData: false });
  const { data } = await person.call(changePass, { params, body });
  expect(data).toMatchObject({ guest: { phone: visitor.phone }, visit: null });
  expect(await person.call(checkOutPass, { params })).toBeRefused(409, 'visitorIsNotCheckedIn');
  expect(await rowOf()).toEqual(before);
});

test('refuses wrong phones, and no phone without an e-mail address', async () => {
  const site = await building();
  const { params, person } = await withPass(site);
  const put = (changes: object) => person.call(changePass, { params, body: { ...fields(), ...changes } });
  expect(await put({ phone: '12 34' })).toBeRefused(400, 'invalidPhone');
  expect(await put({ phone: '' })).toBeRefused(400, 'validation', { fields: { phone: 'phoneRequired' } });
  expect(await put({ name: ' ' })).toBeRefused(400, 'validation', { fields: { name: 'nameRequired' } });
  expect(await put({ name: 'x'.repeat(121) })).toBeRefused(400, 'validation', { fields: { name: 'max120chars' } });
  expect(await put({ email: 'other@test.example' })).toBeRefused(400, 'validation');
});

test('declines this date of a series or all, and takes it back', async () => {
  const site = await building();
  const start = new Date(Date.now() + hourMs);
  const until = dayThere(start, 2);
  const { params, person, invitation } = await withPass(site, {
    startsAt: start.toISOString(),
    repeat: { unit: 'day', interval: 1, until },
  });
  const { db } = site;
  const declined = async () => {
    const rows = await db
      .selectFrom('invitation_guest')
      .select('declined_at')
      .orderBy('id')
      .where('company_id', '=', site.company.id)
      .execute();
    return rows.map(({ declined_at: at }) => at !== null);
  };
  const { data } = await person.call(declinePass, { params });
  expect(data).toMatchObject({ isSeries: true, startsAt: invitation.startsAt, guest: { state: 'declined' } });
  expect(await declined()).toEqual([true, false, false]);
  await person.call(changePass, { params, body: fields() });
  expect(await declined()).toEqual([false, false, false]);
  await person.call(declinePass, { params, query: { dates: 'all' } });
  expect(await declined()).toEqual([true, true, true]);
  await moveDate(db, invitation.id, -72);
  expect((await person.call(getPass, { params })).data.startsAt).not.toBe(invitation.startsAt);
});

test('shows a canceled or past meeting, and refuses changes of it', async () => {
  const site = await building();
  const canceled = await withPass(site);
  await site.as('company').call(cancelInvitation, { params: { invitationId: canceled.invitation.id } });
  const { data } = await canceled.person.call(getPass, { params: canceled.params });
  expect(data).toMatchObject({ status: 'canceled', canceledBy: 'staff' });
  const past = await withPass(site);
  await moveDate(site.db, past.invitation.id, -48);
  expect((await past.person.call(getPass, { params: past.params })).data.guest.state).toBe('noShow');
  for (const { person, params } of [canceled, past]) {
    expect(await person.call(changePass, { params, body: fields() })).toBeRefused(410, 'passIsOver');
    expect(await person.call(declinePass, { params })).toBeRefused(410, 'passIsOver');
  }
});

test('checks out from the own visit alone, once, and shows Wi-Fi only inside', async () => {
  const site = await building();
  await changeSettings(site, { wifi_info: 'Guest, no password' });
  const { params, person, id } = await withPass(site);
  expect(await person.call(checkOutPass, { params })).toBeRefused(409, 'visitorIsNotCheckedIn');
  await site.as('reception').call(checkInGuests, { body: { ids: [id] } });
  expect((await person.call(getPass, { params })).data).toMatchObject({
    guest: { state: 'inside' },
    wifiInfo: 'Guest, no password',
    visit: { checkedOutAt: null, answer: null },
  });
  expect(await person.call(changePass, { params, body: fields() })).toBeRefused(409, 'visitorIsCheckedIn');
  const both = await Promise.all([1, 2].map(() => person.call(checkOutPass, { params })));
  expect(both.map(({ status, data }) => [status, data.guest.state, data.wifiInfo])).toEqual([
    [200, 'left', null],
    [200, 'left', null],
  ]);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select('role')
    .where('company_id', '=', site.company.id)
    .where('action', '=', 'visit.checkedOut')
    .execute();
  expect(entries).toEqual([{ role: 'pass' }]);
});

test('notifies desks of a declined invitation', async () => {
  const site = await listeningBuilding();
  const { params, person, invitation } = await withPass(site);
  const desk = await openLive(site.as('reception'), { companyId: site.company.id });
  await person.call(declinePass, { params });
  const message = await desk.until(({ event }) => event === 'invitations_update');
  expect(message.payload).toEqual({ ids: [invitation.id] });
});

test('serves the QR code of the link, in capitals', async () => {
  const site = await building();
  const { params, person } = await withPass(site);
  const picture = { method: 'GET', url: `/api/v1/pass/${params.token}/qr.svg` } as const;
  const { statusCode, headers, body } = await person.send(picture);
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 3\d 3\d"/);
  expect((await person.send({ ...picture, headers: { host: '[::1]:8080' } })).statusCode).toBe(200);
  const unknown = await person.send({ method: 'GET', url: '/api/v1/pass/x/qr.svg' });
  expect(unknown.statusCode).toBe(404);
});

test('links the pass in the message to the guest', async () => {
  const site = await building();
  const { params } = await withPass(site);
  const { id, content } = await site.db
    .selectFrom('message')
    .select(['id', 'content'])
    .where('company_id', '=', site.company.id)
    .executeTakeFirstOrThrow();
  const sms = openSms(testVault, { id, kind: 'invitation', content: content ?? Buffer.of() });
  expect(composeSms('invitation', sms, 'en')).toMatch(new RegExp(`\\n\\nhttp://[^/]+/pass/${params.token}$`));
});
