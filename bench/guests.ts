import type pg from 'pg';
import { hashOf, newSecret } from '../apps/server/src/platform/http/secret.ts';
import type { Bench } from './bench.ts';
import { pick } from './building.ts';
import type { Call } from './connection.ts';
import { compareHouses, searching, steady, type Subject } from './growth.ts';
import { familyNames, firstNames, syllables } from './names.ts';
import type { Figure } from './report.ts';
import { measureSealedPasses } from './sealed-passes.ts';
import { timeOf } from './retention.ts';

/** Guests of one day: an office, and a congress. */
const sizes = [100, 10_000];
const checkedIn = 500;

interface House {
  companyId: number;
  cookie: string;
}

export async function measureGuests(bench: Bench): Promise<Figure[]> {
  const houses: House[] = [];
  for (const size of sizes) houses.push(await seedHouse(bench.client, size));
  await bench.client.query('vacuum (analyze) meeting, invitation, guest, invitation_guest, visitor');
  const subjects = await Promise.all(houses.map((house) => subjectsOf(bench.client, house)));
  const figures = await compareHouses(bench, subjects);
  const largest = houses.at(-1);
  if (!largest) return figures;
  return [...figures, await measureCheckIn(bench, largest), ...(await measureSealedPasses(bench, largest))];
}

async function seedHouse(client: pg.Client, guests: number): Promise<House> {
  const secret = newSecret();
  const { rows } = await client.query<{ company_id: number; tenant_id: number }>(
    `with house as (insert into company (name, time_zone) values ('House of guests', 'Europe/Oslo') returning id),
       settings as (insert into tenant_settings (company_id, country_code) select id, 'NO' from house),
       desk as (
         insert into user_account (email, role, company_id)
         select 'guests' || id || '@bench.test', 'reception', id from house returning id
       ),
       signed_in as (insert into session (id_hash, user_id) select $1, id from desk)
     insert into tenant (company_id, name) select id, 'Congress' from house returning company_id, id as tenant_id`,
    [hashOf(secret)],
  );
  const [seeded] = rows;
  if (!seeded) throw new Error('No company was seeded.');
  const { company_id: companyId, tenant_id: tenantId } = seeded;
  await client.query(
    `with person as (
       select n, ${pick('$3')} || ' ' || case when random() < 0.2
         then initcap(${pick('$5', 1)} || ${pick('$5', 1)} || ${pick('$5', 1)}) else ${pick('$4')} end as name,
         '+479' || lpad((n::bigint * 7919 % 10000000)::text, 7, '0') as phone
       from generate_series(1, $6::int) n
     ), made as (
       insert into meeting (company_id, tenant_id, notify_guests, created_by)
       select $1::int, $2::int, false, 'staff' from person returning id
     ), numbered as (
       select id, row_number() over (order by id) as n from made
     ), date as (
       insert into invitation (company_id, meeting_id, tenant_id, language, starts_at, ends_at)
       select $1::int, id, $2::int, 'en', at, at + interval '1 hour'
       from numbered, building_day($1::int) day, lateral (select day.starts_at + n % 79200 * interval '1 second' as at) as planned
       returning id, meeting_id, starts_at
     ), known as (
       insert into visitor (company_id, name, company_name, phone, preregistered_tenant_id)
       select $1::int, name, 'Baltic Freight', phone, $2::int from person returning id, phone
     ), invited as (
       insert into guest (company_id, meeting_id, visitor_id, name, company_name, phone, language)
       select $1::int, numbered.id, known.id, name, 'Baltic Freight', phone, 'en'
       from numbered join person using (n) join known using (phone) returning id, meeting_id
     )
     insert into invitation_guest (company_id, invitation_id, guest_id)
     select $1::int, date.id, invited.id from date join invited using (meeting_id)`,
    [companyId, tenantId, firstNames, familyNames, syllables, guests],
  );
  return { companyId, cookie: `vestibule=${secret}` };
}

async function subjectsOf(client: pg.Client, { companyId, cookie }: House): Promise<Subject[]> {
  const calls = (queries: readonly Record<string, string>[]): Call[] =>
    queries.map((query) => ({
      method: 'GET',
      path: `/api/v1/invitations/company/${companyId}?${new URLSearchParams({ limit: '50', ...query }).toString()}`,
      cookie,
    }));
  const searchFor = (words: readonly string[]) => calls(words.map((search) => ({ search })));
  const { rows } = await client.query<{ name: string; phone: string }>(
    'select name, phone from guest where company_id = $1 order by md5(phone) limit 40',
    [companyId],
  );
  return [
    { what: 'guests of a day', target: steady, calls: calls([{}]) },
    { what: 'guests of a day, search of a name', target: searching, calls: searchFor(rows.map(({ name }) => name)) },
    {
      what: 'guests of a day, search of common words',
      target: searching,
      calls: searchFor(['Hansen', 'Anne', 'Olsen']),
    },
    {
      what: 'guests of a day, search of six digits',
      target: searching,
      calls: searchFor(rows.map(({ phone }) => phone.slice(-6))),
    },
  ];
}

async function measureCheckIn({ client, vestibule }: Bench, { companyId, cookie }: House): Promise<Figure> {
  const { rows } = await client.query<{ id: number }>(
    'select id from invitation_guest where company_id = $1 order by id limit $2',
    [companyId, checkedIn],
  );
  const measured = await timeOf(`http://127.0.0.1:${vestibule.port}/api/v1/invitations/guests/checkin`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: rows.map(({ id }) => id) }),
  });
  const target = { atMost: 2_000, aim: 1_000 };
  return { what: '500 guests checked in at once', measured, unit: 'ms', target, from: 'one call' };
}
