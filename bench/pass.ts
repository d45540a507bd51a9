import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { placeOfPass } from '../apps/server/src/visits/badge/code.ts';
import { givePasses } from '../apps/server/src/visits/invitation/pass.ts';
import { againstBaseline, requireSameAnswer } from './against-baseline.ts';
import { type Bench, middleBuilding } from './bench.ts';
import { vault } from './calls.ts';
import type { Call } from './connection.ts';
import type { Figure } from './report.ts';

const passes = 200;

export async function measurePass(bench: Bench): Promise<Figure[]> {
  const calls: Call[] = (await seedPasses(bench)).map((token) => ({
    method: 'GET',
    path: `/api/v1/pass/${token}`,
    cookie: '',
  }));
  await requireSameAnswer(bench, calls.slice(0, 1));
  const target = { atLeast: 0.7, aim: 0.85 };
  return againstBaseline(bench, { what: 'pass', calls, targets: { 1: target, 32: target } });
}

/** Returns the tokens of the guests of one meeting. */
export async function seedPasses(bench: Bench, count = passes): Promise<string[]> {
  const { companyId, hosts } = middleBuilding(bench);
  const { rows: guests } = await bench.client.query<{ id: number }>(
    `with made as (
       insert into meeting (company_id, tenant_id, notify_guests, created_by) values ($1, $2, false, 'staff') returning id
     ), date as (
       insert into invitation (company_id, meeting_id, tenant_id, employee_id, title, note, language, starts_at, ends_at)
       select $1::int, id, $2::int, $3::int, 'Design review', 'Bring a badge.', 'en', now(), now() + interval '1 hour' from made
       returning id, meeting_id
     ), person as (
       insert into guest (company_id, meeting_id, name, company_name, email, language)
       select $1::int, meeting_id, 'Guest ' || n, 'Baltic Freight', 'guest' || n || '@bench.test', 'en'
       from date, generate_series(1, $4::int) n returning id
     ), listed as (
       insert into invitation_guest (company_id, invitation_id, guest_id) select $1::int, date.id, person.id from date, person
     )
     select id from person`,
    [companyId, hosts[0]?.tenantId, hosts[0]?.employeeId, count],
  );
  const ids = guests.map(({ id }) => id);
  const database = openDatabase(bench.connection, 1);
  await givePasses(database.db, vault, companyId, ids);
  await database.close();
  await bench.client.query('vacuum (analyze) meeting, invitation, guest, invitation_guest, pass');
  const { rows } = await bench.client.query<{ guest_id: number; secret: Buffer }>(
    'select guest_id, secret from pass where guest_id = any($1::int[]) order by guest_id',
    [ids],
  );
  return rows.map(({ guest_id: id, secret }) => vault.open(placeOfPass(id), secret));
}
