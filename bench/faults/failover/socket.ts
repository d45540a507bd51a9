import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { Act } from './ledger.ts';

const openWithinMs = 60_000;

const Opened = z.object({ data: openLiveChannel.reply });
/** Parsing whole visitors for a hundred sockets would take a core. */
const Message = z.object({ id: z.number(), event: z.string(), payload: z.unknown() });
const Ids = z.array(z.object({ id: z.number() }));

export interface DeskSocket {
  companyId: number;
  seen: Set<number>;
  /** `performance.now()` of each request to reload the list. */
  resyncs: number[];
  /** The same of each opening without a number, at which the console loads its list. */
  loads: number[];
  readonly isOpen: boolean;
  /** Why it is not open. */
  failure: unknown;
  /** Numbers that were skipped without such a request. */
  gaps: number;
  close(): void;
}

/** Stays open like the console: continues after the last number. */
export function openSocket(companyId: number, address: string, cookie: string): DeskSocket {
  let socket: WebSocket | undefined;
  let last: number | undefined;
  let isClosed = false;
  const desk: DeskSocket = {
    companyId,
    seen: new Set(),
    resyncs: [],
    loads: [],
    get isOpen() {
      return socket?.readyState === WebSocket.OPEN;
    },
    failure: undefined,
    gaps: 0,
    close() {
      isClosed = true;
      socket?.terminate();
    },
  };

  function receive(frame: Buffer): void {
    const { id, event, payload } = Message.parse(JSON.parse(frame.toString('utf8')));
    if (event === 'resync') desk.resyncs.push(performance.now());
    else if (last !== undefined && id !== last + 1) desk.gaps += 1;
    last = id;
    if (event === 'visitors_update') for (const visitor of Ids.parse(payload)) desk.seen.add(visitor.id);
  }

  async function watch(): Promise<void> {
    const after = last === undefined ? '' : `?after=${last}`;
    const answer = await fetch(`${address}/api/v1/users/ws${after}`, {
      headers: { cookie },
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const { data } = Opened.parse(await answer.json());
    const url = new URL(data.url);
    url.host = new URL(address).host;
    const current = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: 5_000 });
    socket = current;
    await new Promise<void>((resolve) => {
      current.on('open', () => {
        desk.failure = undefined;
        if (last === undefined) desk.loads.push(performance.now());
      });
      current.on('message', receive);
      current.on('error', (error) => {
        desk.failure = error;
        current.terminate();
      });
      current.on('close', (code) => {
        desk.failure ??= new Error(`The socket was closed with ${code}.`);
        resolve();
      });
    });
  }

  void (async () => {
    while (!isClosed) {
      await watch().catch((error: unknown) => (desk.failure = error));
      await sleep(300 + Math.random() * 700);
    }
  })();
  return desk;
}

/** @throws {Error} after a minute, with the failure of a socket */
export async function untilOpen(sockets: readonly DeskSocket[]): Promise<void> {
  const deadline = performance.now() + openWithinMs;
  for (;;) {
    const [closed] = sockets.filter(({ isOpen }) => !isOpen);
    if (!closed) return;
    if (performance.now() > deadline) {
      const { failure } = closed;
      throw new Error(`A socket did not open in ${openWithinMs / 1_000} s: ${String(failure)}`, { cause: failure });
    }
    await sleep(100);
  }
}

/** Sockets that neither got an acknowledged registration nor a later request to reload the list, within 15 seconds. */
export async function countUninformed(
  sockets: readonly DeskSocket[],
  acts: readonly Act[],
  lost: ReadonlySet<string>,
): Promise<number> {
  const deadline = performance.now() + 15_000;
  for (;;) {
    const uninformed = sockets.filter(({ companyId, seen, resyncs, loads, gaps }) => {
      const loaded = Math.max(...resyncs, ...loads);
      const isInformed = ({ visitorId, acknowledgedAt = Infinity }: Act) =>
        visitorId === undefined || seen.has(visitorId) || loaded >= acknowledgedAt;
      const own = acts.filter((act) => act.companyId === companyId && !lost.has(act.phone));
      return gaps > 0 || !own.every(isInformed);
    }).length;
    if (uninformed === 0 || performance.now() > deadline) return uninformed;
    await sleep(250);
  }
}
