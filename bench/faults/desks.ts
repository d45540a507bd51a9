import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { inTurn } from './failover/sites.ts';

export interface Ledger {
  /** Visitor ids by phone. Undefined without a reply. */
  registered: Map<string, number | undefined>;
  checkedOut: Set<string>;
  /** Counts per status; `none` without a reply. */
  answers: Map<number | 'none', number>;
  /** Replies that must never occur. */
  wrong: string[];
  /** Milliseconds per successful call. */
  times: number[];
}

export interface Desks {
  companyId: number;
  ledger: Ledger;
  close(): Promise<void>;
}

interface DesksOptions {
  address: string;
  /** Of the users of the desks, in turn. */
  cookies: readonly string[];
  client: pg.Client;
  count?: number;
  timeoutMs?: number;
  pause?: number;
}

interface Act {
  body?: object;
  done?: string;
}

const phones = { prefix: '+4746', next: 100_000 };

/** Desks retry timeouts and 503 with the same idempotency key, like the console. */
export async function openDesks({
  address,
  cookies,
  client,
  count = 8,
  timeoutMs = 5000,
  pause = 10,
}: DesksOptions): Promise<Desks> {
  const ledger: Ledger = { registered: new Map(), checkedOut: new Set(), answers: new Map(), wrong: [], times: [] };
  const { companyId, hosts } = await readHosts(client);
  const closing = new AbortController();

  /** Returns undefined if the desks closed first. `done` is the refusal that proves an earlier attempt succeeded. */
  async function act(cookie: string, method: string, path: string, options: Act): Promise<unknown> {
    const { body, done } = options;
    const key = randomUUID();
    for (let isRepeated = false; ; isRepeated = true) {
      const began = performance.now();
      const answer = await ask({ cookie, 'idempotency-key': key }, method, path, body);
      ledger.answers.set(answer?.status ?? 'none', (ledger.answers.get(answer?.status ?? 'none') ?? 0) + 1);
      if (answer && answer.status < 300) {
        ledger.times.push(performance.now() - began);
        return answer.body;
      }
      if (isRepeated && answer?.status === 409 && reasonOf(answer.body) === done) return answer.body;
      if (answer?.status === 503 && !answer.retryAfter) ledger.wrong.push('503 without Retry-After');
      if (answer && ![429, 503].includes(answer.status)) {
        ledger.wrong.push(`${answer.status} ${reasonOf(answer.body)}`);
        return undefined;
      }
      if (closing.signal.aborted) return undefined;
      await sleep(50);
    }
  }

  async function ask(headers: Record<string, string>, method: string, path: string, body: object | undefined) {
    try {
      const answer = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const reply: unknown = await answer.json();
      return { status: answer.status, body: reply, retryAfter: answer.headers.get('retry-after') };
    } catch {
      return undefined;
    }
  }

  async function work(cookie: string): Promise<void> {
    for (let turn = 0; !closing.signal.aborted; turn += 1) {
      const phone = `${phones.prefix}${phones.next++}`;
      const host = hosts[phones.next % hosts.length];
      ledger.registered.set(phone, undefined);
      const answer = await act(cookie, 'POST', '/visitors/register', {
        body: {
          name: 'Nils Nykommer',
          companyName: 'Nykommer Bygg AS',
          phone,
          shouldSaveData: true,
          shouldPrintMainBadge: false,
          shouldPrintParkingBadge: false,
          ...host,
        },
      });
      if (answer !== undefined) {
        const { visitor } = z.object({ data: registerVisit.reply }).parse(answer).data;
        ledger.registered.set(phone, visitor.id);
        const left =
          turn % 2 === 1 &&
          (await act(cookie, 'PATCH', `/visitors/${visitor.id}/check_out`, { done: 'visitorIsNotCheckedIn' }));
        if (left) ledger.checkedOut.add(phone);
      }
      await sleep(pause);
    }
  }

  const working = Array.from({ length: count }, (_, desk) => work(inTurn(cookies, desk)));
  return {
    companyId,
    ledger,
    async close() {
      closing.abort();
      await Promise.all(working);
    },
  };
}

function reasonOf(problem: unknown): string | undefined {
  return z.object({ reason: z.string() }).safeParse(problem).data?.reason;
}

export async function readHosts(client: pg.Client) {
  const { rows } = await client.query<{ companyId: number; tenantId: number; employeeId: number }>(
    `select company_id as "companyId", tenant_id as "tenantId", id as "employeeId" from employee
     where company_id = (select company_id from user_account where email = 'reception@demo.vestibule.test') order by id`,
  );
  const [first] = rows;
  if (!first) throw new Error('The demo building has no employee to visit.');
  return { companyId: first.companyId, hosts: rows.map(({ tenantId, employeeId }) => ({ tenantId, employeeId })) };
}

export async function differences(client: pg.Client, ledger: Ledger): Promise<string[]> {
  const { rows } = await client.query<{ phone: string; id: number; visits: number; open: number }>(
    `select v.phone, v.id, count(i.id)::int as visits, (count(i.id) filter (where i.checked_out_at is null))::int as open
     from visitor v left join visit i on i.visitor_id = v.id where v.phone = any($1) group by v.phone, v.id`,
    [[...ledger.registered.keys()]],
  );
  const found: string[] = [...new Set(ledger.wrong)].map((answer) => `answered ${answer}`);
  const stored = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    if (stored.has(row.phone)) found.push(`a visitor stored twice`);
    stored.set(row.phone, row);
    if (row.visits > 1) found.push('a visit doubled');
  }
  for (const [phone, visitorId] of ledger.registered) {
    const row = stored.get(phone);
    if (visitorId !== undefined && row?.id !== visitorId) found.push('an acknowledged registration lost');
    if (visitorId !== undefined && row?.visits === 0) found.push('an acknowledged visit lost');
    if (ledger.checkedOut.has(phone) && row && row.open > 0) found.push('an acknowledged check-out lost');
  }
  return found;
}

export function acknowledged({ registered, checkedOut }: Ledger): number {
  return [...registered.values()].filter((id) => id !== undefined).length + checkedOut.size;
}
