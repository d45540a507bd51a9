import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { z } from 'zod';
import { Refused, Unreachable } from '../../simulator/call.ts';
import { createDevice } from '../../simulator/device.ts';
import { type Act, emptyLedger, type Ledger } from './ledger.ts';
import { inTurn, type Site } from './sites.ts';

const deskPauseMs = 8_000;
const kioskPauseMs = 5_000;
const retryMs = 1_000;
const answerWithinMs = 15_000;

const Registered = z.object({ data: z.object({ visitor: z.object({ id: z.number() }) }) });
const Listed = z.object({ data: z.array(z.object({ phone: z.string() })) });
const Problem = z.object({ reason: z.string() });

export interface Load {
  ledger: Ledger;
  /** Begins a new ledger. */
  begin(): void;
  /** Lets running acts end. */
  pause(): Promise<void>;
  /** Acts that kiosks have not sent. */
  countQueued(): number;
  stop(): Promise<void>;
}

/**
 * Desks check in visitors of their own, and every second visitor out again. Some then read the list, which must show the visitor. Kiosks keep
 * unsent visits, like the app.
 */
export async function startLoad(sites: readonly Site[], addresses: readonly string[]): Promise<Load> {
  let ledger = emptyLedger();
  let nextPhone = 1_000_000;
  let [isPaused, isStopped, acting] = [true, false, 0];
  const queues: Act[][] = [];
  const devices: ReturnType<typeof createDevice>[] = [];

  function newAct(companyId: number): Act {
    const act = { phone: `+479${nextPhone++}`, companyId };
    ledger.acts.push(act);
    return act;
  }

  async function ask(address: string, cookie: string, method: string, path: string, key?: string, body?: object) {
    const began = performance.now();
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        cookie,
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => undefined);
    const answer: unknown = await response?.json().catch(() => undefined);
    const hasRetryAfter = response?.headers.has('retry-after') ?? false;
    const status: number | 'none' = answer === undefined ? 'none' : (response?.status ?? 'none');
    ledger.calls.push({ began, ended: performance.now(), status, hasRetryAfter, isWrite: method !== 'GET' });
    return { status, answer };
  }

  /** Repeats a call with its key until an answer settles it. `done` is the refusal that proves an earlier attempt. */
  async function settle(address: string, cookie: string, method: string, path: string, body?: object, done?: Reason) {
    const key = randomUUID();
    for (let attempts = 0; !isStopped; attempts += 1) {
      const { status, answer } = await ask(address, cookie, method, path, key, body);
      if (status !== 'none' && status < 300) return answer;
      const reason = Problem.safeParse(answer).data?.reason;
      if (attempts > 0 && done !== undefined && reason === done) return answer;
      // No refusal means that the key is in use: the server lets the repeat wait for the first attempt.
      if (status !== 'none' && ![429, 503].includes(status)) {
        ledger.wrong.push(`${method} answered ${status} ${reason}`);
        return undefined;
      }
      await sleep(retryMs * (0.5 + Math.random()));
    }
    return undefined;
  }

  async function visit(
    address: string,
    cookie: string,
    { companyId, tenantId, employeeId }: Site,
    leaves: boolean,
  ): Promise<Act> {
    const act = newAct(companyId);
    const registered = await settle(address, cookie, 'POST', '/visitors/register', {
      name: 'Nils Nykommer',
      companyName: 'Nykommer Bygg AS',
      phone: act.phone,
      shouldSaveData: true,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
      tenantId,
      employeeId,
    });
    const id = Registered.safeParse(registered).data?.data.visitor.id;
    if (id === undefined) return act;
    Object.assign(act, { visitorId: id, acknowledgedAt: performance.now() });
    if (!leaves) return act;
    const path = `/visitors/${id}/check_out`;
    if (await settle(address, cookie, 'PATCH', path, undefined, 'visitorIsNotCheckedIn')) {
      act.checkedOutAt = performance.now();
    }
    return act;
  }

  async function look(address: string, cookie: string, { companyId, phone, acknowledgedAt }: Act) {
    const { answer } = await ask(address, cookie, 'GET', `/visitors/company/${companyId}?scope=current&limit=100`);
    const listed = Listed.safeParse(answer).data?.data;
    if (!listed || acknowledgedAt === undefined) return;
    ledger.lists += 1;
    if (!listed.some((visitor) => visitor.phone === phone)) ledger.oldLists += 1;
  }

  async function acted(work: () => Promise<unknown>): Promise<void> {
    acting += 1;
    await work().finally(() => (acting -= 1));
  }

  async function workDesk(site: Site, cookie: string, address: string): Promise<void> {
    await sleep(Math.random() * deskPauseMs);
    for (let turn = 0; !isStopped; turn += 1) {
      if (!isPaused) {
        await acted(async () => {
          const act = await visit(address, cookie, site, turn % 2 === 1);
          if (turn % 4 === 0) await look(address, cookie, act);
        });
      }
      await sleep(deskPauseMs * (0.5 + Math.random()));
    }
  }

  function addKiosk({ companyId, tenantId, employeeId }: Site, token: string, address: string): Promise<void>[] {
    const device = createDevice({ url: address, token });
    const queue: Act[] = [];
    queues.push(queue);
    devices.push(device);
    const send = async ({ phone }: Act, nonce: string, occurredAt: string) =>
      device.call(registerVisitAtDevice, {
        body: {
          nonce,
          occurredAt,
          phone,
          name: 'Kari Kiosk',
          companyName: 'Nykommer Bygg AS',
          shouldSaveData: true,
          tenantId,
          employeeId,
          shouldPrintMainBadge: false,
          shouldPrintParkingBadge: false,
        },
      });
    const arriving = async () => {
      await sleep(Math.random() * kioskPauseMs);
      for (; !isStopped; await sleep(kioskPauseMs)) if (!isPaused) queue.push(newAct(companyId));
    };
    const sending = async () => {
      for (; !isStopped; await sleep(200)) {
        const [act] = queue;
        if (!act) continue;
        const [nonce, occurredAt] = [randomUUID(), new Date().toISOString()];
        while (act.acknowledgedAt === undefined && !isStopped) {
          try {
            await send(act, nonce, occurredAt);
            act.acknowledgedAt = performance.now();
            queue.shift();
          } catch (error) {
            const isTemporary =
              error instanceof Unreachable || (error instanceof Refused && [429, 503].includes(error.status));
            if (!isTemporary) {
              ledger.wrong.push(`a kiosk: ${String(error)}`);
              queue.shift();
              break;
            }
            await sleep(retryMs);
          }
        }
      }
    };
    void device.stay().catch((error: unknown) => ledger.wrong.push(`a kiosk: ${String(error)}`));
    return [arriving(), sending()];
  }

  const working = sites.flatMap((site) => [
    ...site.cookies.map((cookie, index) => workDesk(site, cookie, inTurn(addresses, index))),
    ...site.tokens.flatMap((token, index) => addKiosk(site, token, inTurn(addresses, index))),
  ]);
  const countQueued = () => queues.reduce((sum, queue) => sum + queue.length, 0);
  return {
    get ledger() {
      return ledger;
    },
    begin() {
      ledger = emptyLedger();
      isPaused = false;
    },
    async pause() {
      isPaused = true;
      const deadline = performance.now() + 60_000;
      while ((acting > 0 || countQueued() > 0) && performance.now() < deadline) await sleep(100);
    },
    countQueued,
    async stop() {
      isStopped = true;
      for (const device of devices) device.drop();
      await Promise.race([Promise.all(working), sleep(answerWithinMs)]);
    },
  };
}
