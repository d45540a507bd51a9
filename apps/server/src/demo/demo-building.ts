import { sql } from 'kysely';
import { createCompany } from '../accounts/company/company.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import type { Vault } from '../platform/db/sealed.ts';
import { int, typedSql } from '../platform/db/typed-sql.ts';
import { hashOf, newSecret } from '../platform/http/secret.ts';
import { insertKiosk } from '../kiosks/kiosk/kiosk.store.ts';
import { newLicenseKey } from '../kiosks/license/key.ts';
import { insertLicenses } from '../kiosks/license/license.store.ts';
import { hashPassword } from '../accounts/session/password.ts';
import { createUser, type RoleInScope } from '../accounts/user/user.ts';
import { seedInvitations } from './invitations.ts';
import { employees, fjordHouseVisitors, harbourCourtVisitors, tenants, userNames } from './people.ts';

export const demoPassword = 'Demo-Pass-2026!';

/** Valid in the demo building only, and as public as the password. */
export const demoLicenseKey = 'TRY1T-TRY1T-TRY1T-TRY1T-TRY1V';

const domain = 'demo.vestibule.test';

export const demoSignIns = [
  { email: `superadmin@${domain}`, role: 'superAdmin' },
  { email: `partner@${domain}`, role: 'partner, Nordic Facility' },
  { email: `company@${domain}`, role: 'company, Fjord House' },
  { email: `reception@${domain}`, role: 'reception, Fjord House' },
  { email: `tenant@${domain}`, role: 'tenant, Aurora Shipping' },
  { email: `partner-b@${domain}`, role: 'partner, South Service' },
  { email: `company-b@${domain}`, role: 'company, Harbour Court' },
  { email: `reception-b@${domain}`, role: 'reception, Harbour Court' },
  { email: `tenant-b@${domain}`, role: 'tenant, Lantern Media' },
] as const;

/** An arbitrary constant: one process seeds an empty database. */
const demoLock = 7_130_002;

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('user_account').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Returns whether the database was empty. */
export async function seedDemoBuilding(db: Db, vault: Vault): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await hashPassword(demoPassword);
  return transaction(db, async (db) => {
    await sql`select pg_advisory_xact_lock(${demoLock})`.execute(db);
    if (await hasUsers(db)) return false;
    const user: MakeUser = (account, place) =>
      createUser(db, { email: `${account}@${domain}`, name: userNames[account], passwordHash, place });

    await user('superadmin', { role: 'superAdmin' });
    const fjordHouse = await seedBuilding(db, user, {
      suffix: '',
      partner: { name: 'Nordic Facility', code: 'N0RD1CFM' },
      company: 'Fjord House',
      address: 'Fjordgata 12, 5003 Bergen',
      directions: 'Use the entrance from the quay. Guests park on level P2.',
      tenants: tenants.fjordHouse,
      employees: employees.fjordHouse,
      visitors: fjordHouseVisitors,
      inside: 12,
      expected: 8,
      firstPhone: 45_010_101,
      kiosks: ['Main entrance', 'Garage'],
    });
    await seedBuilding(db, user, {
      suffix: '-b',
      partner: { name: 'South Service', code: 'S0VTHSRV' },
      company: 'Harbour Court',
      address: 'Havnegata 3, 7010 Trondheim',
      directions: 'Reception is on the first floor.',
      tenants: tenants.harbourCourt,
      employees: employees.harbourCourt,
      visitors: harbourCourtVisitors,
      inside: 3,
      expected: 0,
      firstPhone: 45_510_101,
      kiosks: ['Reception'],
    });
    await seedInvitations(db, vault, fjordHouse);
    await seedLicenses(db, 'Fjord House 2026', 10);
    return true;
  });
}

interface Building {
  suffix: '' | '-b';
  partner: { name: string; code: string };
  company: string;
  address: string;
  directions: string;
  tenants: readonly string[];
  employees: readonly string[];
  visitors: readonly (readonly [name: string, companyName: string])[];
  inside: number;
  expected: number;
  firstPhone: number;
  kiosks: readonly string[];
}

type MakeUser = (account: keyof typeof userNames, place: RoleInScope) => Promise<number>;

async function seedBuilding(db: Db, user: MakeUser, building: Building): Promise<number> {
  const { suffix } = building;
  const partner = await db.insertInto('partner').values(building.partner).returning('id').executeTakeFirstOrThrow();
  const companyId = await createCompany(db, {
    name: building.company,
    countryCode: 'NO',
    timeZone: 'Europe/Oslo',
    partnerId: partner.id,
  });
  await db
    .updateTable('company')
    .set({ first_steps_dismissed_at: sql`now()`, address: building.address, directions: building.directions })
    .where('id', '=', companyId)
    .execute();
  await user(`partner${suffix}`, { role: 'partner', partnerId: partner.id });
  await user(`company${suffix}`, { role: 'company', companyId });
  await user(`reception${suffix}`, { role: 'reception', companyId });

  const hosts = await seedTenants(db, companyId, building);
  const [firstTenant] = hosts;
  if (firstTenant) await user(`tenant${suffix}`, { role: 'tenant', companyId, tenantId: firstTenant.tenantId });
  await seedVisitors(db, companyId, building, hosts);
  await seedKiosks(db, companyId, building);
  return companyId;
}

interface Hosts {
  tenantId: number;
  employeeIds: number[];
}

async function seedTenants(db: Db, companyId: number, building: Building): Promise<Hosts[]> {
  const names = building.tenants.map((name) => ({ company_id: companyId, name }));
  const rows = await db.insertInto('tenant').values(names).returning('id').execute();
  const perTenant = building.employees.length / rows.length;
  const hosts: Hosts[] = [];
  for (const [index, { id: tenantId }] of rows.entries()) {
    const staff = building.employees.slice(index * perTenant, (index + 1) * perTenant);
    const values = staff.map((name, place) => ({
      company_id: companyId,
      tenant_id: tenantId,
      name,
      email: `${slug(name)}@${slug(building.tenants[index] ?? '')}.test`,
      phone: `+47${building.firstPhone + 1_000 + index * 100 + place}`,
    }));
    const inserted = await db.insertInto('employee').values(values).returning('id').execute();
    hosts.push({ tenantId, employeeIds: inserted.map(({ id }) => id) });
  }
  return hosts;
}

async function seedVisitors(db: Db, companyId: number, building: Building, hosts: Hosts[]): Promise<void> {
  const { inside, expected } = building;
  const values = building.visitors.map(([name, companyName], index) => ({
    company_id: companyId,
    name,
    company_name: companyName,
    phone: `+47${building.firstPhone + index * 7}`,
    should_save_data: index % 3 === 0,
    preregistered_tenant_id:
      index >= inside && index < inside + expected ? (hosts[index % hosts.length]?.tenantId ?? null) : null,
  }));
  const rows = await db.insertInto('visitor').values(values).returning('id').execute();
  for (const [index, { id }] of rows.entries()) {
    const host = hosts[index % hosts.length];
    const isExpected = index >= inside && index < inside + expected;
    if (!host || isExpected) continue;
    const minutesAgo = index < inside ? 12 + index * 17 : 24 * 60 * (index % 9) + 26 * 60 + index;
    await sql`
      insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, employee_id, checked_in_at, checked_out_at)
      select company_id, id, name, company_name, phone, ${host.tenantId}::int, ${index % 5 === 4 ? null : (host.employeeIds[index % host.employeeIds.length] ?? null)}::int,
        now() - make_interval(mins => ${minutesAgo}),
        ${index < inside ? sql`null::timestamptz` : sql`now() - make_interval(mins => ${minutesAgo - 45})`}
      from visitor where id = ${id}`.execute(db);
  }
  await seedSharedVisitor(db, rows[0], hosts[1]);
  await seedExpectations(db, companyId);
  await seedDay(db, companyId, inside);
}

async function seedExpectations(db: Db, companyId: number): Promise<void> {
  await sql`
    with expected as (
      select v.id, row_number() over (order by v.id) as place, count(*) over () as amount,
        (select e.id from employee e where e.company_id = v.company_id and e.tenant_id = v.preregistered_tenant_id order by e.id offset v.id % 3 limit 1) as host
      from visitor v where v.company_id = ${companyId} and v.preregistered_tenant_id is not null
    )
    update visitor v set expected_employee_id = x.host,
      expected_at = date_trunc('hour', now()) + case when x.place <= x.amount - 3
        then make_interval(mins => (x.place::int - 2) * 30) else interval '1 day' + make_interval(hours => x.place::int % 3) end
    from expected x where v.id = x.id and x.place < x.amount`.execute(db);
}

async function seedDay(db: Db, companyId: number, inside: number): Promise<void> {
  await sql`
    with recent as (
      select id, row_number() over (order by checked_out_at desc, id) as place from visit
      where company_id = ${companyId} and checked_out_at is not null limit 6
    )
    update visit o set checked_in_at = now() - make_interval(mins => 55 + 22 * recent.place::int),
      checked_out_at = now() - make_interval(mins => 5 + 22 * recent.place::int)
    from recent where o.id = recent.id`.execute(db);
  if (inside < 2) return;
  await sql`
    update visit set checked_in_at = now() - interval '26 hours'
    where id = (select max(id) from visit where company_id = ${companyId} and checked_out_at is null)`.execute(db);
  await sql`
    insert into message (company_id, visitor_id, visit_id, channel, kind, recipient, language, state, problem, attempts, expires_at)
    select o.company_id, o.visitor_id, o.id, 'email', 'arrival', e.email, 'en', 'failed', 'refused', 1, now() + interval '4 hours'
    from visit o join employee e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.checked_out_at is null order by o.id limit 1`.execute(db);
  await seedAnswers(db, companyId);
}

/** Of the next two visitors with a host, one waits for an answer and one has it. */
async function seedAnswers(db: Db, companyId: number): Promise<void> {
  const { rows } = await typedSql({ id: int })`
    insert into message (company_id, visitor_id, visit_id, channel, kind, recipient, language, state, attempts, created_at, expires_at)
    select o.company_id, o.visitor_id, o.id, 'sms', 'arrival', e.phone, 'en', 'sent', 1, o.checked_in_at,
      o.checked_in_at + interval '4 hours'
    from visit o join employee e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.checked_out_at is null order by o.id offset 1 limit 2
    returning visit_id as id`.execute(db);
  const [waiting, answered] = rows;
  await sql`
    insert into escalation (visit_id, company_id, steps, shown_at)
    select id, company_id, 1, checked_in_at + interval '2 minutes' from visit where company_id = ${companyId} and id = ${waiting?.id ?? null}`.execute(
    db,
  );
  await sql`
    update visit set answer_kind = 'coming', answer_minutes = 5, answered_at = checked_in_at + interval '1 minute'
    where company_id = ${companyId} and id = ${answered?.id ?? null}`.execute(db);
}

/** Two tenants know one visitor. The second registered another company name. */
async function seedSharedVisitor(
  db: Db,
  visitor: { id: number } | undefined,
  second: Hosts | undefined,
): Promise<void> {
  if (!visitor || !second) return;
  await sql`
    insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, employee_id, checked_in_at, checked_out_at)
    select company_id, id, name, 'Vestland Consulting', phone, ${second.tenantId}::int, ${second.employeeIds[0] ?? null}::int,
      now() - interval '6 days', now() - interval '6 days' + interval '50 minutes'
    from visitor where id = ${visitor.id}`.execute(db);
}

async function seedKiosks(db: Db, companyId: number, { suffix, kiosks }: Building): Promise<void> {
  for (const [index, name] of kiosks.entries()) {
    const hash = `DEMO${suffix ? 'B' : 'A'}00${index + 1}`;
    const { id } = await insertKiosk(db, companyId, { name, hash, comment: null });
    // The codes are public. A device with a discarded secret keeps others from announcing them.
    await db
      .updateTable('kiosk')
      .set({ device_secret_hash: hashOf(newSecret()), code_expires_at: null })
      .where('id', '=', id)
      .execute();
  }
  await db
    .updateTable('kiosk_settings')
    .set({
      languages: ['en', 'no', 'de'],
      enable_employee_picture: true,
      enable_delivery_button: true,
      enable_save_visitor: true,
      is_printer_on: true,
      is_scaner_on: true,
    })
    .where('company_id', '=', companyId)
    .execute();
}

async function seedLicenses(db: Db, name: string, amount: number): Promise<void> {
  const folder = await db.insertInto('license_folder').values({ name }).returning('id').executeTakeFirstOrThrow();
  await insertLicenses(db, folder.id, [demoLicenseKey, ...Array.from({ length: amount - 1 }, newLicenseKey)]);
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]+/g, '.')
    .replaceAll(/^\.|\.$/g, '');
}
