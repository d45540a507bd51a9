import { printBadge } from '@vestibule/contract/visits/badge.ts';
import { checkOutByBadge, lookUpPass } from '@vestibule/contract/visits/scan.ts';
import { uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { setTenantLogo } from '@vestibule/contract/building/tenant.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { png } from '../../testing/images.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { testVault } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';
import { badgeCode } from './code.ts';

const both = { shouldPrintMainBadge: true, shouldPrintParkingBadge: true };
const asked = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' } as const;

const offer = ({ db, company }: Building, main: boolean, parking: boolean, info: string | null = null) =>
  db
    .updateTable('tenant_settings')
    .set({
      enable_print_badge_option: main,
      enable_print_parking_badge_option: parking,
      parking_label_info: info,
    })
    .where('company_id', '=', company.id)
    .execute();

const badgesIn = (html: string | null) => html?.match(/<section class="badge">/g)?.length ?? 0;
const codeIn = (html: string | null) => /aria-label="Code (\w+),/.exec(html ?? '')?.[1] ?? '';

const scan = ({ as, company }: Building, code: string, role: 'reception' | 'tenant' = 'reception') =>
  as(role).call(checkOutByBadge, { params: { companyId: company.id }, body: { code } });

test('a registered visitor gets the requested badges', async () => {
  const site = await building();
  await offer(site, true, true, 'Level P2, bays 14 to 22');
  const { body } = visitTo(site.tenant, { ...both, employeeId: site.employee.id, name: 'Liv <Hauge>' });
  const { data } = await site.as('reception').call(registerVisit, { body });
  expect(badgesIn(data.html)).toBe(2);
  for (const text of ['Liv &#60;Hauge&#62;', body.companyName, site.employee.name, site.tenant.name, site.company.name])
    expect(data.html).toContain(text);
  expect(data.html).toContain('Level P2, bays 14 to 22');
  expect(data.html).not.toContain(body.phone);
});

test.for([
  { main: false, parking: true, wanted: both, badges: 1 },
  { main: true, parking: true, wanted: { ...both, shouldPrintMainBadge: false }, badges: 1 },
  { main: false, parking: false, wanted: both, badges: 0 },
  { main: true, parking: true, wanted: { shouldPrintMainBadge: false, shouldPrintParkingBadge: false }, badges: 0 },
])(
  'a request for $wanted at a tenant with main $main and parking $parking answers $badges',
  async ({ main, parking, wanted, badges }) => {
    const site = await building();
    await offer(site, main, parking);
    const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant, wanted));
    expect(badgesIn(data.html)).toBe(badges);
    expect(data.html === null).toBe(badges === 0);
  },
);

test.for([
  { paper: 'label62mm', size: '62mm 100mm' },
  { paper: 'label4x6', size: '101.6mm 152.4mm' },
  { paper: 'a6', size: '105mm 148mm' },
] as const)('badges of a company that prints on $paper have $size', async ({ paper, size }) => {
  const site = await building();
  await offer(site, true, false);
  await site.db.updateTable('company').set({ badge_paper: paper }).where('id', '=', site.company.id).execute();
  const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant, both));
  expect(data.html).toContain(`size: ${size};`);
});

test('prints a badge again for visitors inside or expected only', async () => {
  const site = await building();
  await offer(site, true, false);
  const inside = await seedVisitor(site.db, site, { inside: site.tenant });
  const expected = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const gone = await seedVisitor(site.db, site);
  const again = async (id: number) => {
    const { data } = await site.as('reception').call(printBadge, { params: { visitorId: id }, query: asked });
    return badgesIn(data.html);
  };
  expect([await again(inside.id), await again(expected.id), await again(gone.id)]).toEqual([1, 1, 0]);
});

test('the code of a badge ends its visit once', async () => {
  const site = await building();
  await offer(site, true, false);
  const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant, both));
  const code = codeIn(data.html);
  const answer = await scan(site, ` ${code.toLowerCase()} `);
  expect(answer.data).toMatchObject({ visitorName: data.visitor.name, visitor: { currentVisitRecord: null } });
  expect(await scan(site, code)).toBeRefused(409, 'visitorIsNotCheckedIn');
});

test('the badge of an earlier visit does not end a later one', async () => {
  const site = await building();
  await offer(site, true, false);
  const visit = visitTo(site.tenant, both);
  const reception = site.as('reception');
  const first = await reception.call(registerVisit, visit);
  await reception.call(checkOutVisitor, { params: { visitorId: first.data.visitor.id } });
  await reception.call(registerVisit, visit);
  expect(await scan(site, codeIn(first.data.html))).toBeRefused(409, 'visitorIsNotCheckedIn');
});

test('the badge of an earlier visit does not end one that begins during the scan', async () => {
  const site = await building();
  const { id, phone } = await seedVisitor(site.db, site, { inside: site.tenant });
  const desk = site.as('reception');
  const row = sql`select from visitor where id = ${id} for update`;
  const [, , scanned] = await queuedBehind<{ status: number }>(site.db, row, [
    () => desk.call(checkOutVisitor, { params: { visitorId: id } }),
    () => desk.call(registerVisit, visitTo(site.tenant, { phone })),
    () => scan(site, badgeCode(testVault, { kind: 'visitor', id })),
  ]);
  expect(scanned).toBeRefused(409, 'visitorIsNotCheckedIn');
});

test('the badge of an expected visitor ends the visit that began with it', async () => {
  const site = await building();
  await offer(site, true, false);
  const { id, phone } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const { data } = await site.as('reception').call(printBadge, { params: { visitorId: id }, query: asked });
  const code = codeIn(data.html);
  expect(await scan(site, code)).toBeRefused(409, 'visitorIsNotCheckedIn');
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { phone }));
  expect((await scan(site, code)).data.visitor).toMatchObject({ id, currentVisitRecord: null });
});

test('the code of a message gives the phone of an expected visitor to authorized users', async () => {
  const site = await building();
  const { as, company, tenant, neighbor } = site;
  const codeOf = ({ id }: { id: number }, kind: 'visitor' | 'visit' = 'visitor') => badgeCode(testVault, { kind, id });
  const lookUp = (code: string, role: 'reception' | 'tenant' = 'reception') =>
    as(role).call(lookUpPass, { params: { companyId: company.id }, body: { code } });
  const here = await seedVisitor(site.db, site, { expectedBy: tenant });
  const there = await seedVisitor(site.db, site, { expectedBy: neighbor });
  const inside = await seedVisitor(site.db, site, { inside: tenant });
  const foreign = await seedVisitor(site.db, site.elsewhere, { expectedBy: site.elsewhere.tenant });
  expect((await lookUp(` ${codeOf(here).toLowerCase()} `)).data).toEqual({ phone: here.phone });
  expect((await lookUp(codeOf(there))).data).toEqual({ phone: there.phone });
  expect((await lookUp(codeOf(here), 'tenant')).data).toEqual({ phone: here.phone });
  expect(await lookUp(codeOf(there), 'tenant')).toBeRefused(404, 'visitNotFound');
  for (const code of [codeOf(inside), codeOf(foreign), codeOf(here, 'visit'), 'VESTIBULE'])
    expect(await lookUp(code)).toBeRefused(404, 'visitNotFound');
});

test('codes of other companies and unknown codes are not found', async () => {
  const site = await building();
  const there = await seedVisitor(site.db, site.elsewhere, { inside: site.elsewhere.tenant });
  const foreign = badgeCode(testVault, { kind: 'visitor', id: there.id });
  for (const code of [
    foreign,
    badgeCode(testVault, { kind: 'visit', id: 2_000_000_000 }),
    'VESTIBULE',
    '4006381333931',
  ])
    expect(await scan(site, code)).toBeRefused(404, 'visitNotFound');
});

test('a tenant user checks out visitors of the tenant by code, and learns nothing about others', async () => {
  const site = await building();
  const here = await seedVisitor(site.db, site, { inside: site.tenant });
  const there = await seedVisitor(site.db, site, { inside: site.neighbor });
  const codeOf = ({ id }: { id: number }) => badgeCode(testVault, { kind: 'visitor', id });
  expect(await scan(site, codeOf(there), 'tenant')).toBeRefused(404, 'visitNotFound');
  expect(await scan(site, codeOf(here), 'tenant')).toMatchObject({ status: 200 });
});

test('without stored data, the answer to a check-out by code has only the name', async () => {
  const site = await building();
  await changeSettings(site, { gdpr_handling: 'noInfoSaved' });
  const { data } = await site.as('reception').call(registerVisit, visitTo(site.tenant));
  const { data: out } = await scan(site, badgeCode(testVault, { kind: 'visitor', id: data.visitor.id }));
  expect(out).toEqual({ visitorName: data.visitor.name, visitor: null });
});

test('embeds the tenant’s logo in the badge, and prints without a lost file', async () => {
  const site = await building();
  await offer(site, true, false);
  const { data: image } = await site
    .as('tenant')
    .call(uploadImage, { query: { tenantId: site.tenant.id, type: 'logo' }, file: png() });
  await site
    .as('tenant')
    .call(setTenantLogo, { params: { tenantId: site.tenant.id }, body: { logoImageId: image.id } });
  const printed = async () =>
    (await site.as('reception').call(registerVisit, visitTo(site.tenant, both))).data.html ?? '';
  const withLogo = await printed();
  expect(withLogo).toMatch(/<symbol id="logo-1">\s*<image href="data:image\/png;base64,/);
  expect(withLogo).toContain('<use href="#logo-1"');
  await site.db
    .updateTable('image')
    .set({ file: `${'a'.repeat(32)}.png` })
    .where('id', '=', image.id)
    .execute();
  const without = await printed();
  expect(badgesIn(without)).toBe(1);
  expect(without).not.toContain('<symbol');
});
