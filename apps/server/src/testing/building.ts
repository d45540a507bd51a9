import type { Caller as Role, HostActor, Role as StaffRole } from '@vestibule/contract/platform/access.ts';
import type { CheckIn } from '@vestibule/contract/visits/registration.ts';
import { createCompany } from '../accounts/company/company.ts';
import { type Db, onlyRow, type Reach, reachOf } from '../platform/db/database.ts';
import type { Bus } from '../platform/live/bus.ts';
import { hostCookieName } from '../platform/http/cookie.ts';
import { startHostSession } from '../visits/host/host-session.ts';
import { createSessions } from '../accounts/session/session.ts';
import { createUser, type RoleInScope } from '../accounts/user/user.ts';
import { type Caller, callerOf } from './caller.ts';
import { fresh, freshPhone, type Named } from './fresh.ts';
import { seedLicensedKiosk } from './kiosks.ts';
import { testPassword, testPasswordHash } from './password.ts';
import { sharedServer, type TestServer } from './server.ts';
import './refused.ts';
import { int, text, typedSql } from '../platform/db/typed-sql.ts';

export { testPassword };

export interface Employed extends Named {
  email: string;
  phone: string;
}

export interface Site {
  partner: Named & { code: string };
  company: Named;
  tenant: Named;
  employee: Employed;
  neighbor: Named;
  neighborEmployee: Employed;
  users: Record<StaffRole, { id: number; email: string }>;
  as: (role: Role) => Caller;
}

export interface Building extends Site {
  elsewhere: Site;
  server: TestServer;
  db: Db;
  /** As background work has it. */
  reach: Reach;
}

export function tenantOf({ company, tenant }: Pick<Site, 'company' | 'tenant'>): {
  companyId: number;
  tenantId: number;
} {
  return { companyId: company.id, tenantId: tenant.id };
}

export async function building(on?: TestServer): Promise<Building> {
  const server = on ?? (await sharedServer());
  const { db } = server.database;
  const [site, elsewhere] = await Promise.all([seedSite(server), seedSite(server)]);
  return { ...site, elsewhere, server, db, reach: reachOf(server.database, true) };
}

async function seedSite(server: TestServer): Promise<Site> {
  const { db } = server.database;
  const mark = fresh();
  const partner = await db
    .insertInto('partner')
    .values({ name: `Partner ${mark}`, code: mark.toString().padStart(8, '0') })
    .returning(['id', 'name', 'code'])
    .executeTakeFirstOrThrow();
  const name = `Company ${mark}`;
  const companyId = await createCompany(db, {
    name,
    countryCode: 'NO',
    timeZone: 'Europe/Oslo',
    partnerId: partner.id,
  });
  const people = await seedPeople(db, { companyId, partnerId: partner.id, mark });
  const { tenant, employee, users } = people;
  const as = (role: Role) => {
    if (role === 'signedOut' || role === 'pass') return callerOf(server);
    if (role === 'host') return atHost(server, { id: employee.id, companyId, tenantId: tenant.id });
    if (role === 'kiosk') return atKiosk(server, seedLicensedKiosk(db, { company: { id: companyId } }));
    return signedIn(server, users[role].id);
  };
  return { partner, company: { id: companyId, name }, ...people, as };
}

export function atKiosk(server: TestServer, kiosk: { token: string } | Promise<{ token: string }>): Caller {
  return callerOf(server, undefined, async () => ({ authorization: `Bearer ${(await kiosk).token}` }));
}

export function signedIn(server: TestServer, userId: number): Caller {
  return callerOf(server, async () => {
    const { db } = server.database;
    const id = await createSessions(db, noBus, new Set()).start(db, userId, {
      device: null,
      isVouchedFor: false,
    });
    return { [sessionCookieName]: id };
  });
}

/** A host with a session of the employee. */
export function atHost(server: TestServer, host: { id: number; companyId: number; tenantId: number }): Caller {
  const { id: userId, companyId, tenantId } = host;
  const actor: HostActor = { userId, role: 'host', companyIds: [companyId], partnerId: null, tenantId };
  return callerOf(server, async () => ({
    [hostCookieName]: await startHostSession(server.database.db, actor, null),
  }));
}

export const sessionCookieName = 'vestibule';

const noBus: Bus = {
  isListening: false,
  on: () => undefined,
  onResumed: () => undefined,
  caughtUp: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

export async function seedUser(
  db: Db,
  place: RoleInScope,
  password: string | null = testPassword,
): Promise<{ id: number; email: string }> {
  const email = `${place.role.toLowerCase()}-${fresh()}@test.example`;
  const passwordHash = password === null ? null : testPasswordHash;
  const id = await createUser(db, { email, passwordHash, place });
  return { id, email };
}

export function seedTenant(db: Db, companyId: number, name: string): Promise<Named> {
  const tenant = { company_id: companyId, name };
  return db.insertInto('tenant').values(tenant).returning(['id', 'name']).executeTakeFirstOrThrow();
}

/** One statement, because almost every test needs these rows. */
async function seedPeople(
  db: Db,
  { companyId, partnerId, mark }: { companyId: number; partnerId: number; mark: number },
): Promise<Omit<Site, 'partner' | 'company' | 'as'>> {
  const [tenant, neighbor] = [`Tenant ${mark}`, `Neighbor ${mark}`];
  const host = { name: `Host ${mark}`, email: `host-${mark}@test.example`, phone: freshPhone() };
  const other = { name: `Neighboring host ${mark}`, email: `neighbor-${mark}@test.example`, phone: freshPhone() };
  const emailOf = (role: StaffRole) => `${role.toLowerCase()}-${mark}@test.example`;
  const { rows } = await typedSql({ key: text, id: int })`
    with tenants as (
      insert into tenant (company_id, name) values (${companyId}, ${tenant}), (${companyId}, ${neighbor}) returning id, name
    ), employees as (
      insert into employee (company_id, tenant_id, name, email, phone)
      select ${companyId}::int, tenants.id, given.name, given.email, given.phone
      from (values
        (${tenant}, ${host.name}, ${host.email}, ${host.phone}),
        (${neighbor}, ${other.name}, ${other.email}, ${other.phone})
      ) as given (tenant, name, email, phone) join tenants on tenants.name = given.tenant
      returning id, name
    ), users as (
      insert into user_account (role, email, password_hash, partner_id, company_id, tenant_id)
      select given.role, given.email, ${testPasswordHash}, given.partner_id, given.company_id, tenants.id
      from (values
        ('superAdmin', ${emailOf('superAdmin')}, null::int, null::int, null),
        ('partner', ${emailOf('partner')}, ${partnerId}, null, null),
        ('company', ${emailOf('company')}, null, ${companyId}, null),
        ('reception', ${emailOf('reception')}, null, ${companyId}, null),
        ('tenant', ${emailOf('tenant')}, null, ${companyId}, ${tenant})
      ) as given (role, email, partner_id, company_id, tenant) left join tenants on tenants.name = given.tenant
      returning id, role
    )
    select name as key, id from tenants union all select name, id from employees union all select role, id from users`.execute(
    db,
  );
  const ids = new Map(rows.map(({ key, id }) => [key, id]));
  const idOf = (key: string) => ids.get(key) ?? 0;
  const userOf = (role: StaffRole) => ({ id: idOf(role), email: emailOf(role) });
  return {
    tenant: { id: idOf(tenant), name: tenant },
    neighbor: { id: idOf(neighbor), name: neighbor },
    employee: { id: idOf(host.name), ...host },
    neighborEmployee: { id: idOf(other.name), ...other },
    users: {
      superAdmin: userOf('superAdmin'),
      partner: userOf('partner'),
      company: userOf('company'),
      reception: userOf('reception'),
      tenant: userOf('tenant'),
    },
  };
}

interface KnownVisitor {
  name?: string;
  companyName?: string;
  phone?: string;
  inside?: Named;
  host?: Named;
  expectedBy?: Named;
}

export async function seedVisitor(
  db: Db,
  { company }: Pick<Site, 'company'>,
  known: KnownVisitor = {},
): Promise<Named & { phone: string }> {
  const visitor = await db
    .insertInto('visitor')
    .values({
      company_id: company.id,
      name: known.name ?? `Visitor ${fresh()}`,
      company_name: known.companyName ?? 'Havila Logistics',
      phone: known.phone ?? freshPhone(),
      preregistered_tenant_id: known.expectedBy?.id ?? null,
    })
    .returning(['id', 'name', 'phone'])
    .executeTakeFirstOrThrow();
  if (known.inside) await seedVisit(db, visitor, { tenant: known.inside, host: known.host });
  return visitor;
}

interface SeededVisit {
  tenant: { id: number };
  host?: { id: number } | undefined;
  checkedInAt?: Date;
  checkedOutAt?: Date;
}

export async function seedVisit(
  db: Db,
  visitor: { id: number },
  { tenant, host, checkedInAt = new Date(), checkedOutAt }: SeededVisit,
): Promise<number> {
  const { rows } = await typedSql({ id: int })`
    insert into visit (company_id, visitor_id, name, company_name, phone, tenant_id, employee_id, checked_in_at, checked_out_at)
    select company_id, id, name, company_name, phone, ${tenant.id}, ${host?.id ?? null}, ${checkedInAt}, ${checkedOutAt ?? null}
    from visitor where id = ${visitor.id} returning id`.execute(db);
  return onlyRow(rows).id;
}

export function visitTo(tenant: { id: number }, changes: Partial<CheckIn> = {}): { body: CheckIn } {
  return {
    body: {
      name: `Visitor ${fresh()}`,
      companyName: 'Baltic Freight',
      phone: freshPhone(),
      shouldSaveData: false,
      tenantId: tenant.id,
      employeeId: null,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
      ...changes,
    },
  };
}
