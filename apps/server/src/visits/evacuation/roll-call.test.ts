import {
  endRollCall,
  getRollCall,
  type RollCall,
  startRollCall,
  tickRollCall,
} from '@vestibule/contract/visits/roll-call.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { queuedBehind } from '../../testing/queued.ts';

const at = ({ company }: Building) => ({ params: { companyId: String(company.id) } });

async function started(site: Building) {
  const { data } = await site.as('reception').call(startRollCall, at(site));
  if (!data) throw new Error('The roll call was not started.');
  return data;
}

const visitOf = (call: Awaited<ReturnType<typeof started>>, name: string) =>
  call.people.find((person) => person.name === name)?.visitId ?? 0;

test('a roll call has all visitors inside, by tenant and name', async () => {
  const site = await building();
  const inside = (name: string, tenant = site.tenant) => seedVisitor(site.db, site, { name, inside: tenant });
  await inside('Åse Ødegård');
  await inside('Bo Berg');
  await inside('Ada Lie', site.neighbor);
  await seedVisitor(site.db, site, { name: 'Nobody Here' });
  const { people } = await started(site);
  expect(people.map(({ name, tenant, isSafe }) => [tenant.name, name, isSafe])).toEqual([
    [site.neighbor.name, 'Ada Lie', false],
    [site.tenant.name, 'Åse Ødegård', false],
    [site.tenant.name, 'Bo Berg', false],
  ]);
});

test('a company has one roll call at a time: a second start joins the first', async () => {
  const site = await building();
  expect((await site.as('company').call(getRollCall, at(site))).data).toBeNull();
  const [one, other] = await Promise.all([started(site), started(site)]);
  expect(other.id).toBe(one.id);
  expect((await site.as('company').call(getRollCall, at(site))).data?.id).toBe(one.id);
});

test('the latest tick wins, in any order of arrival', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'Bo Berg', inside: site.tenant });
  const call = await started(site);
  const visitId = visitOf(call, 'Bo Berg');
  const tick = async (isSafe: boolean, age: number) => {
    const body = { rollCallId: call.id, ticks: [{ visitId, isSafe, age }] };
    const { data } = await site.as('reception').call(tickRollCall, { ...at(site), body });
    return data?.people[0]?.isSafe;
  };
  expect(await tick(true, 60_000)).toBe(true);
  expect(await tick(false, 3_600_000)).toBe(true);
  expect(await tick(false, 0)).toBe(false);
  expect(await tick(true, 30_000)).toBe(false);
});

test('the latest tick wins, even from a process with a slow clock', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'Bo Berg', inside: site.tenant });
  const call = await started(site);
  const visitId = visitOf(call, 'Bo Berg');
  const tick = async (isSafe: boolean) => {
    const body = { rollCallId: call.id, ticks: [{ visitId, isSafe, age: 0 }] };
    const { data } = await site.as('reception').call(tickRollCall, { ...at(site), body });
    return data?.people[0]?.isSafe;
  };
  expect(await tick(true)).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await tick(false)).toBe(false);
});

test('of two ticks in one call the later one wins, for that visitor only', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'Bo Berg', inside: site.tenant });
  await seedVisitor(site.db, site, { name: 'Liv Hauge', inside: site.tenant });
  const call = await started(site);
  const visitId = visitOf(call, 'Bo Berg');
  const ticks = [
    { visitId, isSafe: true, age: 5_000 },
    { visitId, isSafe: false, age: 9_000 },
  ];
  const { data } = await site.as('company').call(tickRollCall, { ...at(site), body: { rollCallId: call.id, ticks } });
  expect(data?.people.map(({ name, isSafe }) => [name, isSafe])).toEqual([
    ['Bo Berg', true],
    ['Liv Hauge', false],
  ]);
});

test('skips a visitor whose visit was removed, and ticks the others', async () => {
  const site = await building();
  const leaving = await seedVisitor(site.db, site, { name: 'Bo Berg', inside: site.tenant });
  await seedVisitor(site.db, site, { name: 'Liv Hauge', inside: site.tenant });
  const call = await started(site);
  const ticks = call.people.map(({ visitId }) => ({ visitId, isSafe: true, age: 0 }));
  const body = { rollCallId: call.id, ticks };
  const removal = sql`delete from visit where visitor_id = ${leaving.id}`;
  const [answer] = await queuedBehind(site.db, removal, [
    () => site.as('reception').call(tickRollCall, { ...at(site), body }),
  ]);
  expect(answer).toMatchObject({ status: 200, data: { people: [{ name: 'Liv Hauge', isSafe: true }] } });
});

test('refuses to tick a visitor who left or is inside elsewhere', async () => {
  const site = await building();
  const gone = await seedVisitor(site.db, site, { name: 'Bo Berg', inside: site.tenant });
  await seedVisitor(site.db, site.elsewhere, { name: 'Ada Lie', inside: site.elsewhere.tenant });
  const call = await started(site);
  const { data: there } = await site.elsewhere.as('reception').call(startRollCall, {
    params: { companyId: String(site.elsewhere.company.id) },
  });
  const left = visitOf(call, 'Bo Berg');
  const elsewhere = there?.people[0]?.visitId ?? 0;
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: String(gone.id) } });
  const ticks = [left, elsewhere].map((visitId) => ({ visitId, isSafe: true, age: 0 }));
  const { data } = await site
    .as('superAdmin')
    .call(tickRollCall, { ...at(site), body: { rollCallId: call.id, ticks } });
  expect(data?.people).toEqual([]);
  expect(
    await site.db.selectFrom('roll_call_tick').select('visit_id').where('roll_call_id', '=', call.id).execute(),
  ).toEqual([]);
});

test('a start during the end of a roll call begins a new one', async () => {
  const site = await building();
  const { id } = await started(site);
  const query = { rollCallId: String(id) };
  const row = sql`select from roll_call where id = ${id} for update`;
  const [, next] = await queuedBehind<{ data: RollCall | null }>(site.db, row, [
    () => site.as('company').call(endRollCall, { ...at(site), query }),
    () => site.as('reception').call(startRollCall, at(site)),
  ]);
  const { data } = await site.as('company').call(getRollCall, at(site));
  expect(data?.id).toBe(next?.data?.id);
});

test('ending a roll call deletes its ticks and refuses later ones', async () => {
  const site = await building();
  await seedVisitor(site.db, site, { name: 'Bo Berg', inside: site.tenant });
  const call = await started(site);
  const ticks = [{ visitId: visitOf(call, 'Bo Berg'), isSafe: true, age: 0 }];
  const tick = () => site.as('reception').call(tickRollCall, { ...at(site), body: { rollCallId: call.id, ticks } });
  await tick();
  const end = () => site.as('company').call(endRollCall, { ...at(site), query: { rollCallId: String(call.id) } });
  await end();
  expect(await tick()).toBeRefused(409, 'rollCallHasEnded');
  expect(
    await site.db.selectFrom('roll_call_tick').select('visit_id').where('roll_call_id', '=', call.id).execute(),
  ).toEqual([]);
  const next = await started(site);
  expect(next.people[0]?.isSafe).toBe(false);
  expect((await end()).status).toBe(200);
  const [params, query] = [{ companyId: String(site.elsewhere.company.id) }, { rollCallId: String(next.id) }];
  expect((await site.as('superAdmin').call(endRollCall, { params, query })).status).toBe(200);
  expect((await site.as('company').call(getRollCall, at(site))).data?.id).toBe(next.id);
});

test('logs who starts and ends it, and once who follows it from outside of the company', async () => {
  const site = await building();
  const { id } = await started(site);
  await started(site);
  for (let n = 0; n < 3; n += 1) await site.as('partner').call(getRollCall, at(site));
  const end = () => site.as('company').call(endRollCall, { ...at(site), query: { rollCallId: String(id) } });
  await Promise.all([end(), end()]);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'role'])
    .where('company_id', '=', site.company.id)
    .where('action', 'like', 'rollCall.%')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'rollCall.started', role: 'reception' },
    { action: 'rollCall.joined', role: 'partner' },
    { action: 'rollCall.ended', role: 'company' },
  ]);
});
