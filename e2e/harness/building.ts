import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createCompany } from '../../apps/server/src/accounts/company/company.ts';
import { type Database, type Db, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { databaseName, superuser } from '../../apps/server/src/platform/db/embedded/cluster.ts';
import { port } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { testPassword, testPasswordHash } from '../../apps/server/src/testing/password.ts';
import { createUser, type RoleInScope } from '../../apps/server/src/accounts/user/user.ts';
import '../../apps/server/src/wiring.ts';

export const password = testPassword;

interface Named {
  id: number;
  name: string;
}

interface KnownVisitor {
  name: string;
  companyName?: string;
  /** E.164. Default: unique in the building. */
  phone?: string;
  inside?: Named;
  host?: Named;
  minutesAgo?: number;
  expectedBy?: Named;
}

export interface Building {
  db: Db;
  partner: Named;
  company: Named;
  aurora: Named & { kari: Named; ola: Named };
  bryggen: Named;
  /** All users share `password`. The tenant user belongs to `aurora`. */
  users: Record<'superAdmin' | 'partner' | 'company' | 'reception' | 'otherReception' | 'tenant', string>;
  /** Makes no API call. */
  visitor: (known: KnownVisitor) => Promise<Named & { phone: string }>;
  employee: (
    tenant: Named,
    employee: { name: string; email?: string; phone?: string; idFromService?: string },
  ) => Promise<Named>;
  tenant: (name: string) => Promise<Named>;
}

export function openProgramDatabase(): Database {
  const { E2E_DATA_DIR: dataDir } = process.env;
  if (!dataDir) throw new Error('The global set-up has not started the program.');
  return openDatabase({ host: path.join(dataDir, 'postgres'), port, user: superuser, database: databaseName }, 2);
}

export async function seedBuilding(db: Db): Promise<Building> {
  const mark = randomUUID().slice(0, 8);
  const partner = await db
    .insertInto('partner')
    .values({ name: `Partner ${mark}`, code: mark.toUpperCase() })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
  const name = `Fjord House ${mark}`;
  const companyId = await createCompany(db, {
    name,
    countryCode: 'NO',
    timeZone: 'Europe/Oslo',
    partnerId: partner.id,
  });
  // Tests of the checklist show it again.
  await db.updateTable('company').set({ first_steps_dismissed_at: new Date() }).where('id', '=', companyId).execute();
  const tenant = (name: string) =>
    db.insertInto('tenant').values({ company_id: companyId, name }).returning(['id', 'name']).executeTakeFirstOrThrow();
  const employee: Building['employee'] = (
    { id: tenantId },
    { name, email = null, phone = null, idFromService = null },
  ) =>
    db
      .insertInto('employee')
      .values({ company_id: companyId, tenant_id: tenantId, name, email, phone, id_from_service: idFromService })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();

  const aurora = await tenant('Aurora Shipping');
  const bryggen = await tenant('Bryggen Architects');
  const kari = await employee(aurora, { name: 'Kari Nordmann', email: 'kari@aurora.test', phone: '+4745011101' });
  const ola = await employee(aurora, { name: 'Ola Hansen', email: 'ola@aurora.test', phone: '+4745011102' });

  const user = async (name: string, place: RoleInScope) => {
    const email = `${name}-${mark}@e2e.test`;
    await createUser(db, { email, passwordHash: testPasswordHash, place });
    return email;
  };
  const users = {
    superAdmin: await user('super', { role: 'superAdmin' }),
    partner: await user('partner', { role: 'partner', partnerId: partner.id }),
    company: await user('company', { role: 'company', companyId }),
    reception: await user('reception', { role: 'reception', companyId }),
    otherReception: await user('other', { role: 'reception', companyId }),
    tenant: await user('tenant', { role: 'tenant', companyId, tenantId: aurora.id }),
  };

  let lastPhone = 46_500_000;
  const visitor = async (known: KnownVisitor) => {
    const { companyName = 'Havila Logistics', phone = `+47${++lastPhone}`, inside, host, minutesAgo = 5 } = known;
    const row = await db
      .insertInto('visitor')
      .values({
        company_id: companyId,
        name: known.name,
        company_name: companyName,
        phone,
        preregistered_tenant_id: known.expectedBy?.id ?? null,
      })
      .returning(['id', 'name', 'phone'])
      .executeTakeFirstOrThrow();
    if (!inside) return row;
    const { id: visitor_id, name, phone: given } = row;
    const data = { name, company_name: companyName, phone: given };
    const visit = { company_id: companyId, visitor_id, ...data, tenant_id: inside.id, employee_id: host?.id ?? null };
    const checkedInAt = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    await db
      .insertInto('visit')
      .values({ ...visit, checked_in_at: checkedInAt })
      .execute();
    return row;
  };

  const company = { id: companyId, name };
  return { db, partner, company, aurora: { ...aurora, kari, ola }, bryggen, users, visitor, employee, tenant };
}
