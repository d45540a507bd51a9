import { randomUUID } from 'node:crypto';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Db } from '../platform/db/database.ts';
import { int, text, typedSql } from '../platform/db/typed-sql.ts';
import { basePath } from '../platform/http/route.ts';
import { visitTo } from './building.ts';
import type { SteadyChannel } from './steady.ts';

export interface Reception {
  address: string;
  tenant: { id: number };
  credentials: { email: string; password: string };
}

export interface Registered {
  phone: string;
  id: number;
}

export interface Load {
  registered: Registered[];
  sessions: string[];
  unexpected: unknown[];
  stop: () => Promise<void>;
}

/** Three desks check visitors in, and users sign in. Each repeats a call with the same key until it is answered. */
export function startLoad(reception: Reception, cookie: string): Load {
  const registered: Registered[] = [];
  const sessions: string[] = [];
  const unexpected: unknown[] = [];
  let isOver = false;
  const desks = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const answer = await registerOnce(reception, cookie);
      if (answer.id !== undefined) registered.push(answer);
      else unexpected.push(answer);
    }
  });
  const users = (async () => {
    while (!isOver) {
      sessions.push(await signIn(reception));
      // Constant hashing would leave no processor time for new processes.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  })();
  return {
    registered,
    sessions,
    unexpected,
    async stop() {
      isOver = true;
      await Promise.all([...desks, users]);
    },
  };
}

const RegisteredVisit = z.object({ data: z.object({ visitor: z.object({ id: z.int() }) }) });

type Answer = Registered | { id: undefined; status: number; body: string };

export async function registerOnce({ address, tenant }: Reception, cookie: string): Promise<Answer> {
  const { body } = visitTo(tenant);
  const headers = { cookie, 'idempotency-key': randomUUID() };
  const response = await untilAnswered(() => post(address, registerVisit.path, body, headers));
  if (response.status !== 201) return { id: undefined, status: response.status, body: await response.text() };
  return { phone: body.phone, id: RegisteredVisit.parse(await response.json()).data.visitor.id };
}

export async function signIn({ address, credentials }: Reception): Promise<string> {
  const response = await untilAnswered(() => post(address, login.path, credentials));
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

export function post(address: string, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(`${address}${basePath}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
}

/** The server may have executed it. */
async function untilAnswered(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await call().catch(() => undefined);
    if (response && response.status !== 503) return response;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Expects that each acknowledged check-in exists once, that repeats completed unanswered ones, and that every session works. */
export async function expectNothingLost(
  db: Db,
  { address }: Reception,
  { companyId, registered, sessions }: { companyId: number } & Pick<Load, 'registered' | 'sessions'>,
): Promise<void> {
  const firstId = Math.min(...registered.map(({ id }) => id));
  const { rows: kept } = await typedSql({ id: int, phone: text, visits: int })`
    select v.id, v.phone, count(visit.id)::int as visits from visitor v join visit on visit.visitor_id = v.id
    where v.company_id = ${companyId} and v.id >= ${firstId} group by v.company_id, v.id`.execute(db);
  const byPhone = new Map(kept.map((row) => [row.phone, row]));
  for (const { phone, id } of registered) expect(byPhone.get(phone)).toMatchObject({ id, visits: 1 });
  expect(kept).toHaveLength(registered.length);
  for (const cookie of sessions) {
    expect((await fetch(`${address}${basePath}/users/me`, { headers: { cookie } })).status).toBe(200);
  }
}

/** Expects that each desk received an event for every visitor, without a gap and without a long break. */
export async function expectNothingMissed(
  desks: readonly (SteadyChannel & { messages: LiveMessage[] })[],
  registered: readonly Registered[],
  awayAtMostMs: number,
): Promise<void> {
  const ids = new Set(registered.map(({ id }) => id));
  for (const { messages, gaps } of desks) {
    const shown = () => new Set(messages.flatMap(idsOf));
    await expect.poll(() => ids.isSubsetOf(shown()), { timeout: 30_000 }).toBe(true);
    const numbers = messages.map(({ id }) => id);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(Math.max(0, ...gaps)).toBeLessThan(awayAtMostMs);
  }
  expect(desks.flatMap(({ gaps }) => gaps).length).toBeGreaterThan(0);
}

function idsOf(message: { payload: unknown }): number[] {
  const Visitors = z.array(z.object({ id: z.int() }));
  return Visitors.safeParse(message.payload).data?.map(({ id }) => id) ?? [];
}

export async function listRunning(db: Db): Promise<{ pid: number; role: string }[]> {
  const rows = await db.selectFrom('process').select(['name', 'roles']).orderBy('started_at').execute();
  return rows
    .map(({ name, roles }) => ({ pid: Number(name.split(' ').at(-1)), role: roles.join() }))
    .filter(({ pid }) => isRunning(pid));
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
