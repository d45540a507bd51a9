import type pg from 'pg';
import { createVault } from '../apps/server/src/platform/db/sealed.ts';
import { sealCursor } from '../apps/server/src/platform/http/cursor.ts';
import type { Building } from './building.ts';
import type { Call } from './connection.ts';
import { secretKey } from './program.ts';

/** No seeded visitor has a Swedish number. Any seven digits make it valid. */
export const newPhones = '+4670';

export const firstNewPhone = 1_000_000;

export function listCalls(building: Building, queries: readonly Record<string, string>[]): Call[] {
  return callsOf(building, '', queries);
}

export function lookupCalls(building: Building, phones: readonly string[]): Call[] {
  return callsOf(
    building,
    '/phone_lookup',
    phones.map((phone) => ({ phone })),
  );
}

function callsOf({ companyId, cookies }: Building, path: string, queries: readonly Record<string, string>[]): Call[] {
  return cookies.map((cookie, index) => ({
    method: 'GET',
    path: `/api/v1/visitors/company/${companyId}${path}?${new URLSearchParams(queries[index % queries.length]).toString()}`,
    cookie,
  }));
}

export function registerCalls({ cookies, hosts }: Building): Call[] {
  return hosts.map(({ tenantId, employeeId }, index) => ({
    method: 'POST',
    path: '/api/v1/visitors/register',
    cookie: cookies[index % cookies.length] ?? '',
    body: JSON.stringify({
      name: 'Nils Nykommer',
      companyName: 'Nykommer Bygg AS',
      phone: `${newPhones}{n}`,
      shouldSaveData: true,
      tenantId,
      employeeId,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    }),
  }));
}

export async function forgetArrivals(client: pg.Client): Promise<void> {
  await client.query(`delete from visit where phone like $1`, [`${newPhones}%`]);
  await client.query(`delete from visitor where phone like $1`, [`${newPhones}%`]);
  await client.query(
    'vacuum (analyze, index_cleanup on) visitor, visit, message, escalation, audit_entry, live_outbox, live_event',
  );
}

export const vault = createVault(secretKey);

export function cursorAt(position: readonly [key: string, id: number]): string {
  return sealCursor(vault, JSON.stringify(position));
}
