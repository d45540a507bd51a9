import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { giveAnswer } from '@vestibule/contract/visits/answer.ts';
import { exportVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { createTenant, deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { createEmployee, deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import { exportPastVisits, listPastVisits } from '@vestibule/contract/visits/history.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkInExpected, importVisitors } from '@vestibule/contract/visits/expected.ts';
import {
  cancelInvitation,
  checkInGuests,
  createInvitation,
  removeGuest,
} from '@vestibule/contract/visits/invitation.ts';
import {
  changePass,
  declinePass,
  deletePassData,
  provePassPhone,
  sendPassCode,
} from '@vestibule/contract/visits/pass.ts';
import { endStay, keepStay } from '@vestibule/contract/visits/stay.ts';
import { startRollCall, tickRollCall, printCurrentVisitors } from '@vestibule/contract/visits/roll-call.ts';
import { listVisitors, lookUpPhone, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openDatabase, reachOf } from '../../platform/db/database.ts';
import { startEmbedded } from '../../platform/db/embedded.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { hourMs, meeting, tokenOfGuest } from '../../testing/invitations.ts';
import { testFolder } from '../../testing/folder.ts';
import { announcingAs, notifyEverything } from '../../testing/messaging.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { filesWith, tablesWith, wordsIn } from '../../testing/traces.ts';
import { forgetGuests } from '../invitation/forget.ts';
import { remindGuests } from '../invitation/reminder.ts';
import { answerToken, stayToken } from '../notification/answer-token.ts';
import { askStillHere } from '../visit/still-here.ts';
import { purgeVisits, sweepLeftOvers } from './retention.ts';
import { renewStatistics } from './job.ts';

const soon = () => Promise.resolve();
const zones = ['Europe/Oslo', 'America/New_York', 'Pacific/Auckland'];
const policies = ['noInfoSaved', 'deletedAfter24hours', 'deletedAfter3months'];

const words: string[] = [];
let used = 0;
function word(kind: string): string {
  used += 1;
  const made = `Zq${kind}xjv${used}wqz`;
  words.push(made);
  return made;
}
function phone(): string {
  used += 1;
  const made = `+47917${String(40_321 + used * 17).padStart(5, '0')}`;
  words.push(made.slice(1));
  return made;
}
const person = () => ({ name: word('name'), companyName: word('firm'), phone: phone() });

async function useTheDesk(site: Building) {
  const desk = site.as('company');
  const companyId = String(site.company.id);
  const tenantId = String(site.tenant.id);
  const badges = { shouldPrintMainBadge: true, shouldPrintParkingBadge: true };
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    const who = person();
    const body = {
      ...who,
      ...badges,
      shouldSaveData: n % 2 === 0,
      tenantId: site.tenant.id,
      employeeId: site.employee.id,
    };
    const { data } = await desk.call(registerVisit, { body }, { idempotencyKey: `register-${companyId}-${n}` });
    ids.push(data.visitor.id);
    await desk.call(lookUpPhone, { params: { companyId }, query: { phone: who.phone } });
    await desk.call(listVisitors, { params: { companyId }, query: { search: who.name } });
  }
  const [first] = ids;
  if (first === undefined) throw new Error('Nobody came.');
  await desk.call(updateVisitor, { params: { visitorId: String(first) }, body: person() });
  const rows = Array.from({ length: 5 }, person).map((who) => `${who.phone};${who.name};${who.companyName}`);
  const query = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' } as const;
  const imported = await desk.call(importVisitors, { params: { tenantId }, query, file: csv(rows.join('\n')) });
  const [absent, ...expected] = imported.data.visitors.map(({ id }) => id);
  await desk.call(checkInExpected, { body: { ids: expected } }, { idempotencyKey: `many-${companyId}` });
  expect(absent).toBeDefined();

  const refused = { ...person(), ...badges, shouldSaveData: true, tenantId: 2_000_000_000, employeeId: null };
  expect((await desk.call(registerVisit, { body: refused })).status).toBe(404);
  const broken = JSON.stringify({ ...person(), phone: word('phone'), tenantId: site.tenant.id });
  const malformed = { method: 'POST', url: '/api/v1/visitors/register', payload: broken } as const;
  await desk.send({ ...malformed, headers: { 'content-type': 'application/json' } });

  await desk.call(printCurrentVisitors, { params: { companyId } });
  const { data: rollCall } = await desk.call(startRollCall, { params: { companyId } });
  const ticks = rollCall.people.map(({ visitId }) => ({ visitId, isSafe: true, age: 0 }));
  await desk.call(tickRollCall, { params: { companyId }, body: { rollCallId: rollCall.id, ticks } });
  await desk.call(exportVisitorData, { params: { visitorId: String(first) } });
  for (const id of [...ids, ...expected]) await desk.call(checkOutVisitor, { params: { visitorId: String(id) } });
  await desk.call(listPastVisits, { params: { companyId }, query: { search: words.at(-1) ?? '' } });
  await desk.call(exportPastVisits, { params: { companyId }, query: {} });
  await hostLeaves(site);
  await visitTwoTenants(site);
  await inviteGuests(site);
}

/** The last message goes to a guest who is in no list any more. */
async function dropGuests(site: Building) {
  const desk = site.as('company');
  const { data: tenant } = await desk.call(createTenant, {
    params: { companyId: site.company.id },
    body: { name: `Short lease ${site.company.id}` },
  });
  for (const { id: tenantId } of [site.tenant, tenant]) {
    const guests = [{ ...person(), phone: null, email: `${word('mail')}@test.example` }];
    const body = { ...meeting(), title: word('title'), note: word('note'), guests };
    const { data } = await desk.call(createInvitation, { params: { tenantId }, body });
    const params = { invitationId: data.id, guestId: data.guests[0]?.id ?? 0 };
    if (tenantId === site.tenant.id) await desk.call(removeGuest, { params, query: { dates: 'this' } });
  }
  await desk.call(deleteTenant, { params: { tenantId: tenant.id } });
}

/** Words that are gone as soon as the guest has deleted the data, and under `noInfoSaved` at check-out. */
async function leaveAtOnce(site: Building, isKept: boolean): Promise<string[]> {
  const before = words.length;
  const desk = site.as('company');
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  for (const comes of [true, false]) {
    const someone = { ...person(), email: `${word('mail')}@test.example` };
    const body = { ...meeting({ startsAt }), title: word('title'), note: word('note'), guests: [someone] };
    const { data } = await desk.call(createInvitation, { params: { tenantId: site.tenant.id }, body });
    const pass = await presented(site, data.guests[0]);
    if (comes) {
      await desk.call(checkInGuests, { body: { ids: data.guests.map(({ id }) => id) } });
      await desk.call(checkOutVisitor, { params: { visitorId: data.guests[0]?.visitorId ?? 0 } });
    }
    if (isKept || !comes) await site.as('pass').call(deletePassData, pass);
  }
  return words.slice(before);
}

async function visitTwoTenants(site: Building) {
  const [desk, user] = [site.as('company'), site.as('tenant')];
  const query = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' } as const;
  const who = person();
  const named = () => ({ ...person(), phone: who.phone });
  const remembered = visitTo(site.neighbor, { ...who, shouldSaveData: true });
  const { data } = await desk.call(registerVisit, remembered, { idempotencyKey: `both-${site.company.id}` });
  const params = { visitorId: data.visitor.id };
  await desk.call(checkOutVisitor, { params });
  const { name, companyName, phone } = named();
  const sent = { params: { tenantId: site.tenant.id }, query, file: csv(`${phone};${name};${companyName}`) };
  const { data: imported } = await user.call(importVisitors, sent);
  const visitorId = imported.visitors[0]?.id ?? 0;
  await user.call(updateVisitor, { params: { visitorId }, body: named() });
  const arrival = visitTo(site.tenant, { ...named(), shouldSaveData: false });
  await user.call(registerVisit, arrival, { idempotencyKey: `opt-out-${site.company.id}` });
  await user.call(updateVisitor, { params: { visitorId }, body: named() });
  await user.call(checkOutVisitor, { params: { visitorId } });
}

async function inviteGuests(site: Building) {
  const desk = site.as('company');
  const someone = () => ({ ...person(), email: `${word('mail')}@test.example` });
  const content = () => ({ title: word('title'), note: word('note'), guests: [someone(), someone()] });
  const { id: employeeId } = site.employee;
  const body = { ...meeting({ startsAt: new Date(Date.now() + 60_000).toISOString() }), employeeId, ...content() };
  const request = { params: { tenantId: site.tenant.id }, body };
  const { data } = await desk.call(createInvitation, request, { idempotencyKey: `invite-${site.company.id}` });
  const arrived = { body: { ids: data.guests.slice(0, 1).map(({ id }) => id) } };
  await fillInPass(site, data.guests[0]);
  await replyToHost(site, data.guests[1]);
  const { data: inside } = await desk.call(checkInGuests, arrived, { idempotencyKey: `guests-${site.company.id}` });
  await answerAndStay(site, inside.visitors[0]?.currentVisitRecordId ?? 0);
  await desk.call(checkOutVisitor, { params: { visitorId: inside.visitors[0]?.id ?? 0 } });
  const later = { ...meeting(), ...content() };
  const canceled = await desk.call(createInvitation, { params: { tenantId: site.tenant.id }, body: later });
  await desk.call(cancelInvitation, { params: { invitationId: canceled.data.id } });
  const far = { ...meeting({ startsAt: new Date(Date.now() + 72 * hourMs).toISOString() }), ...content() };
  await desk.call(createInvitation, { params: { tenantId: site.tenant.id }, body: far });
  const deps = { vault: testVault, smsRules: announcingAs(site).rules, origin: 'https://desk.example.com' };
  for (let hours = 24; hours < 72; hours += 4) {
    await remindGuests(site.reach, deps, new Date(Date.now() + hours * hourMs));
  }
}

/** The secret of a link is no personal data, but a reader of the secret can open the pass. */
async function presented(site: Building, guest: { id: number } | undefined) {
  const token = await tokenOfGuest(site.db, guest?.id ?? 0);
  words.push(token);
  return { params: { token } };
}

async function fillInPass(site: Building, guest: { id: number; phone: string | null } | undefined) {
  const pass = await presented(site, guest);
  const visitor = site.as('pass');
  await visitor.call(changePass, { ...pass, body: { ...person(), phone: guest?.phone ?? null, shouldSaveData: true } });
  await visitor.call(sendPassCode, pass);
  await visitor.call(provePassPhone, { ...pass, body: { code: '1' } });
}

async function replyToHost(site: Building, guest: { id: number; phone: string | null } | undefined) {
  const pass = await presented(site, guest);
  const visitor = site.as('pass');
  await visitor.call(declinePass, { ...pass, query: { dates: 'this' } });
  await visitor.call(changePass, { ...pass, body: { ...person(), phone: guest?.phone ?? null } });
}

/** Also asks a visitor without an invitation, who leaves by the link. */
async function answerAndStay(site: Building, visitId: number) {
  const host = { params: { token: answerToken(testVault, visitId) } };
  await site.as('pass').call(giveAnswer, { ...host, body: { kind: 'wait', text: word('answer') } });
  const { data } = await site.as('company').call(registerVisit, visitTo(site.tenant, person()));
  const stay = { params: { token: stayToken(testVault, data.visitor.currentVisitRecordId ?? 0) } };
  words.push(host.params.token, stay.params.token);
  await sql`update company set auto_check_out_at = '18:00' where id = ${site.company.id}`.execute(site.db);
  await askStillHere(site.reach, announcingAs(site).rules, new Date(Date.now() + 48 * hourMs));
  expect((await site.as('pass').call(keepStay, stay)).status).toBe(200);
  expect((await site.as('pass').call(endStay, stay)).status).toBe(200);
}

async function hostLeaves(site: Building) {
  const desk = site.as('company');
  const host = { name: word('host'), email: `${word('mail')}@test.example`, phone: phone() };
  const { data } = await desk.call(createEmployee, { params: { tenantId: site.tenant.id }, body: host });
  const { data: visit } = await desk.call(registerVisit, visitTo(site.tenant, { ...person(), employeeId: data.id }));
  await desk.call(checkOutVisitor, { params: { visitorId: visit.visitor.id } });
  await sql`analyze employee`.execute(site.db);
  await desk.call(deleteEmployee, { params: { employeeId: data.id } });
}

test('after retention no table, log or file has data of the visitors', { timeout: 120_000 }, async () => {
  const dataDir = await testFolder();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const { connection, stop } = await startEmbedded({ dataDir, log, durable: false });
  const database = openDatabase(connection);
  const { db } = database;
  const reach = reachOf(database, true);
  await migrate(db);
  const folder = join(dataDir, 'files');
  await mkdir(folder);
  const storage = { place: { kind: 'folder', folder }, container: 'images', host: null } as const;
  const server = await startServer({ database, storage, log: (line) => lines.push(line) });

  for (const [index, timeZone] of zones.entries()) {
    const site = await building(server);
    await notifyEverything(site);
    await db.updateTable('company').set({ time_zone: timeZone }).where('id', '=', site.company.id).execute();
    await db
      .updateTable('tenant_settings')
      .set({
        gdpr_handling: policies[index] ?? '',
        enable_gdpr: true,
        enable_print_badge_option: true,
        enable_invitation_reminder: true,
        enable_still_here: true,
      })
      .where('company_id', '=', site.company.id)
      .execute();
    await useTheDesk(site);
    await dropGuests(site);
    expect(await tablesWith(db, await leaveAtOnce(site, policies[index] !== 'noInfoSaved'))).toEqual([]);
  }
  await sql`analyze`.execute(db);
  expect(await tablesWith(db, words)).not.toEqual([]);
  expect(await filesWith(dataDir, words)).not.toEqual([]);

  const today = Date.now();
  for (let day = 1; day <= 400; day += 1) {
    const now = new Date(today + day * 86_400_000);
    await purgeVisits(reach, now, soon);
    await forgetGuests(reach, now);
    await sweepLeftOvers(reach, now, soon);
  }
  // The clock of the database stays.
  await sql`update message set expires_at = expires_at - interval '31 days'`.execute(db);
  await expireRows.run(reach);
  await renewStatistics(db);
  expect(await db.selectFrom('visitor').select('id').execute()).toEqual([]);
  expect(await tablesWith(db, words)).toEqual([]);
  expect(wordsIn(lines.join('\n'), words)).toEqual([]);
  expect(await filesWith(dataDir, words, 'postgres/')).toEqual([]);

  await server.close();
  await database.close();
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('alter system set wal_recycle = off');
  await client.query('select pg_reload_conf()');
  await client.query('vacuum full');
  await client.query('select pg_switch_wal()');
  await client.query('checkpoint');
  await client.query('checkpoint');
  await client.end();
  await stop();
  expect(await filesWith(dataDir, words)).toEqual([]);
  await rm(dataDir, { recursive: true });
});
