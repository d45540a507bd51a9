import { checkOutVisitor, registerVisit, reopenVisit } from '@vestibule/contract/visits/registration.ts';
import { checkOutByBadge } from '@vestibule/contract/visits/scan.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { listeningBuilding, openLive, register } from '../../testing/live.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { testVault } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';
import { badgeCode } from '../badge/code.ts';

async function left(site: Building, tenant = site.tenant) {
  const visitor = await register(site, tenant);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: visitor.id } });
  return { visitor, visitId: visitor.currentVisitRecordId ?? 0 };
}

const reopen = (site: Building, visitId: number, role: Parameters<Building['as']>[0] = 'reception') =>
  site.as(role).call(reopenVisit, { params: { visitId } });

const endedAgo = ({ db }: Building, visitId: number, seconds: number) =>
  sql`update visit set checked_in_at = now() - interval '1 hour', checked_out_at = now() - make_interval(secs => ${seconds})
    where id = ${visitId}`.execute(db);

test('opens the same visit again after a check-out', async () => {
  const site = await building();
  const { visitor, visitId } = await left(site);
  const { status, data } = await reopen(site, visitId);
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: visitor.id, currentVisitRecord: visitor.currentVisitRecord });
  const { data: inside } = await site.as('reception').call(listVisitors, {
    params: { companyId: site.company.id },
    query: { scope: 'current', search: visitor.name },
  });
  expect(inside).toMatchObject([{ id: visitor.id }]);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'subject_id'])
    .where('company_id', '=', site.company.id)
    .where('action', '=', 'visit.reopened')
    .execute();
  expect(entries).toEqual([{ action: 'visit.reopened', subject_id: visitId }]);
});

test('finds and sorts the visitor again by the name of the visit', async () => {
  const site = await building();
  const remembered = visitTo(site.tenant, { name: 'Remembered', shouldSaveData: true });
  const { data: first } = await site.as('reception').call(registerVisit, remembered);
  await site.as('reception').call(checkOutVisitor, { params: { visitorId: first.visitor.id } });
  await site.db
    .updateTable('visitor')
    .set({ preregistered_tenant_id: site.neighbor.id, expected_name: 'Expected', expected_company_name: 'Other' })
    .where('id', '=', first.visitor.id)
    .execute();
  const visitId = first.visitor.currentVisitRecordId ?? 0;
  await reopen(site, visitId);
  const { data } = await site.as('reception').call(listVisitors, {
    params: { companyId: site.company.id },
    query: { scope: 'current', search: 'remembered' },
  });
  expect(data).toMatchObject([{ id: first.visitor.id, name: 'Remembered' }]);
});

test('checks the visitor out by the same badge again', async () => {
  const site = await building();
  const { visitor, visitId } = await left(site);
  await reopen(site, visitId);
  const code = badgeCode(testVault, { kind: 'visit', id: visitId });
  const { data } = await site
    .as('reception')
    .call(checkOutByBadge, { params: { companyId: site.company.id }, body: { code } });
  expect(data).toMatchObject({ visitor: { id: visitor.id, currentVisitRecord: null } });
});

test('refuses to undo a check-out after ten seconds and a short grace', async () => {
  const site = await building();
  const { visitId } = await left(site);
  await endedAgo(site, visitId, 11);
  expect(await reopen(site, visitId)).toMatchObject({ status: 200 });
  await endedAgo(site, visitId, 14);
  expect(await reopen(site, visitId)).toBeRefused(409, 'undoExpired');
});

test('refuses to undo a check-out that erased the visit', async () => {
  const site = await building();
  await changeSettings(site, { gdpr_handling: 'noInfoSaved', enable_gdpr: true });
  const { visitId } = await left(site);
  expect(await reopen(site, visitId)).toBeRefused(409, 'visitIsErased');
  expect(await reopen(site, visitId, 'tenant')).toBeRefused(404, 'notFound');
});

test('refuses to undo a check-out of a visitor who was removed since', async () => {
  const site = await building();
  const { visitor, visitId } = await left(site);
  await site.db.deleteFrom('visitor').where('id', '=', visitor.id).execute();
  expect(await reopen(site, visitId)).toBeRefused(409, 'visitIsErased');
});

test('refuses an open visit, and one whose visitor is inside again', async () => {
  const site = await building();
  const { visitor, visitId } = await left(site);
  const { phone, name, companyName } = visitor;
  await site.as('reception').call(registerVisit, visitTo(site.neighbor, { phone, name, companyName }));
  expect(await reopen(site, visitId)).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  const open = await register(site);
  expect(await reopen(site, open.currentVisitRecordId ?? 0)).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
});

test('lets one of an undo and a new check-in win', async () => {
  const site = await building();
  for (let round = 0; round < 5; round += 1) {
    const { visitor, visitId } = await left(site);
    const { phone, name, companyName } = visitor;
    const results = await Promise.all([
      reopen(site, visitId),
      site.as('reception').call(registerVisit, visitTo(site.neighbor, { phone, name, companyName })),
    ]);
    expect(results.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      expect.toBeOneOf([200, 201]),
      409,
    ]);
  }
});

test('two desks that undo a check-out at the same time open the visit once', async () => {
  const site = await building();
  const { visitor, visitId } = await left(site);
  const row = sql`select from visitor where id = ${visitor.id} for update`;
  const undo = () => reopen(site, visitId);
  const [first, second] = await queuedBehind(site.db, row, [undo, undo]);
  expect(first).toMatchObject({ status: 200 });
  expect(second).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  const visits = await site.db.selectFrom('visit').selectAll().where('visitor_id', '=', visitor.id).execute();
  expect(visits).toMatchObject([{ id: visitId, checked_out_at: null }]);
});

test('an undo and a check-in that run at the same time follow the lock order', async () => {
  const site = await building();
  for (const isUndoFirst of [true, false]) {
    const { visitor, visitId } = await left(site);
    const { id, phone, name, companyName } = visitor;
    const row = sql`select from visitor where id = ${id} for update`;
    const calls = [
      () => reopen(site, visitId),
      () => site.as('reception').call(registerVisit, visitTo(site.neighbor, { phone, name, companyName })),
    ];
    const answers = await queuedBehind<{ status: number }>(site.db, row, isUndoFirst ? calls : calls.toReversed());
    expect(answers.map(({ status }) => status)).toEqual([isUndoFirst ? 200 : 201, 409]);
  }
});

test('hides visits of other tenants and companies', async () => {
  const site = await building();
  const { visitId } = await left(site, site.neighbor);
  expect(await reopen(site, visitId, 'tenant')).toBeRefused(404, 'notFound');
  expect(await site.elsewhere.as('reception').call(reopenVisit, { params: { visitId } })).toBeRefused(404, 'notFound');
  expect(await reopen(site, visitId, 'company')).toMatchObject({ status: 200 });
});

test('desks and the tenant get the event that the visitor is inside again', async () => {
  const site = await listeningBuilding();
  const { visitor, visitId } = await left(site);
  const [desk, tenant] = await Promise.all([
    openLive(site.as('reception'), { companyId: site.company.id }),
    openLive(site.as('tenant'), { tenantId: site.tenant.id }),
  ]);
  await reopen(site, visitId);
  for (const client of [desk, tenant]) {
    // The check-out may arrive first.
    const message = await client.until(
      ({ event, payload }) =>
        event === 'visitors_update' && payload.some(({ currentVisitRecordId: open }) => open === visitId),
    );
    expect(message).toMatchObject({ payload: [{ id: visitor.id }] });
  }
});
