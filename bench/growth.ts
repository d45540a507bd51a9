import type pg from 'pg';
import { type Bench, rounds } from './bench.ts';
import type { Building } from './building.ts';
import { cursorAt, firstNewPhone, forgetArrivals, listCalls, lookupCalls, registerCalls } from './calls.ts';
import type { Call } from './connection.ts';
import { median } from './share.ts';
import { type Figure, round } from './report.ts';

const sampled = 40;
const warmUpCalls = 60;
const measured = { count: 400, seconds: 1.5 };

export const steady = { atMost: 1.5, aim: 1.2 };
export const searching = { atMost: 3, aim: 2 };

export interface Subject {
  what: string;
  target: { atMost: number; aim: number };
  calls: Call[];
}

export async function measureGrowth(bench: Bench): Promise<Figure[]> {
  const { buildings, client } = bench;
  return compareHouses(bench, await Promise.all(buildings.map((building) => subjectsOf(client, building))));
}

/** Each house has the same subjects. The first is the smallest. */
export async function compareHouses(
  { client, vestibule, load }: Bench,
  houses: readonly Subject[][],
): Promise<Figure[]> {
  const times = houses.map((subjects) => subjects.map((): number[] => []));

  const measure = async ({ calls }: Subject, limits: { count: number; seconds?: number }) =>
    (await load.do({ port: vestibule.port, connections: 1, calls, firstNumber: firstNewPhone, ...limits })).p50;
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [house, subjects] of houses.entries()) {
      for (const [index, subject] of subjects.entries()) {
        await measure(subject, { count: warmUpCalls });
        if (subject.what === 'register') await forgetArrivals(client);
        times[house]?.[index]?.push(await measure(subject, measured));
        if (subject.what === 'register') await forgetArrivals(client);
      }
    }
  }

  return (houses[0] ?? []).map(({ what, target }, index) => {
    const medians = times.map((house) => median(house[index] ?? []));
    const [smallest = Number.NaN] = medians;
    return {
      what: `${what}, largest house against smallest`,
      measured: (medians.at(-1) ?? Number.NaN) / smallest,
      unit: '' as const,
      target,
      from: `${medians.map(round).join(' · ')} ms`,
    };
  });
}

async function subjectsOf(client: pg.Client, building: Building): Promise<Subject[]> {
  const visitors = await sampleVisitors(client, building);
  const page = { scope: 'all', limit: '50' };
  const searchFor = (words: string[]) =>
    listCalls(
      building,
      words.map((word) => ({ ...page, search: word })),
    );
  return [
    { what: 'current list', target: steady, calls: listCalls(building, [{ scope: 'current', limit: '50' }]) },
    {
      what: 'lookup',
      target: steady,
      calls: lookupCalls(
        building,
        visitors.map(({ phone }) => phone),
      ),
    },
    {
      what: 'keyset page of all',
      target: steady,
      calls: listCalls(
        building,
        visitors.map(({ folded_name, id }) => ({ ...page, cursor: cursorAt([folded_name, id]) })),
      ),
    },
    { what: 'register', target: steady, calls: registerCalls(building) },
    { what: 'search, a rare name', target: searching, calls: searchFor(await sampleRareNames(client, building)) },
    { what: 'search, common words', target: searching, calls: searchFor(['Hansen', 'Bygg AS', 'Anne', 'Olsen']) },
    {
      what: 'search, a first name of one in 160',
      target: searching,
      calls: searchFor(['Zoran', 'Yngve', 'Priya', 'Wei ']),
    },
    {
      what: 'search, the middle of such a name',
      target: searching,
      calls: searchFor(['oran', 'ngve', 'riya']),
    },
    {
      what: 'search, six digits of a phone',
      target: searching,
      calls: searchFor(visitors.map(({ phone }) => phone.slice(-6))),
    },
  ];
}

async function sampleVisitors(client: pg.Client, { companyId }: Building) {
  const { rows } = await client.query<{ id: number; phone: string; folded_name: string }>(
    `select id, phone, folded_name from visitor where company_id = $1 order by md5(phone) limit $2`,
    [companyId, sampled],
  );
  return rows;
}

async function sampleRareNames(client: pg.Client, { companyId }: Building): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select split_part(name, ' ', 2) as name from visitor where company_id = $1
     group by 1 having count(*) <= 3 order by md5(split_part(name, ' ', 2)) limit $2`,
    [companyId, sampled],
  );
  return rows.map(({ name }) => name);
}
