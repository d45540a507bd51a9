import { setTimeout as sleep } from 'node:timers/promises';
import { LiveMessage } from '@vestibule/contract/live.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';

/** Like the console, reopens its channel, fetches missed events, and reloads the list if necessary. */
export interface Screen {
  seen: Set<number>;
  /** Missed messages without a demand to reload. */
  gaps: number;
  reloads: number;
  longestAway: number;
  close(): void;
}

const Page = z.object({ data: listVisitors.reply, page: z.object({ next: z.string().nullable() }) });

export async function openScreen(address: string, cookie: string, companyId: number): Promise<Screen> {
  const screen: Screen & { isClosed: boolean } = {
    seen: new Set(),
    gaps: 0,
    reloads: 0,
    longestAway: 0,
    isClosed: false,
    close() {
      this.isClosed = true;
      socket?.terminate();
    },
  };
  let socket: WebSocket | undefined;
  let last: number | undefined;

  function receive(frame: Buffer): void {
    const message = LiveMessage.parse(JSON.parse(frame.toString('utf8')));
    if (message.event === 'resync') void reload();
    else if (last !== undefined && message.id !== last + 1) screen.gaps += 1;
    last = message.id;
    if (message.event === 'visitors_update') for (const { id } of message.payload) screen.seen.add(id);
  }

  async function reload(): Promise<void> {
    screen.reloads += 1;
    let cursor: string | null = '';
    while (cursor !== null && !screen.isClosed) {
      const page: z.output<typeof Page> | undefined = await listPage(cursor).catch(() => undefined);
      if (!page) await sleep(100);
      else {
        for (const { id } of page.data) screen.seen.add(id);
        cursor = page.page.next;
      }
    }
  }

  async function listPage(cursor: string) {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
    const answer = await fetch(`${address}/api/v1/visitors/company/${companyId}?${query.toString()}`, {
      headers: { cookie },
      signal: AbortSignal.timeout(3000),
    });
    return Page.parse(await answer.json());
  }

  async function watch(opened: () => void): Promise<void> {
    const after = last === undefined ? '' : `?after=${last}`;
    const answer = await fetch(`${address}/api/v1/users/ws${after}`, {
      headers: { cookie },
      signal: AbortSignal.timeout(3000),
    });
    if (!answer.ok) throw new Error(`The channel was answered ${answer.status}.`);
    const { data } = z.object({ data: openLiveChannel.reply }).parse(await answer.json());
    const url = new URL(data.url);
    url.host = new URL(address).host;
    const current = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: 3000 });
    socket = current;
    await new Promise<void>((resolve) => {
      current.on('open', opened).on('message', receive);
      current.on('error', () => current.terminate()).on('close', () => resolve());
    });
  }

  await new Promise<void>((resolve) => {
    void (async () => {
      let since = performance.now();
      let isOpen = false;
      const opened = () => {
        isOpen = true;
        screen.longestAway = Math.max(screen.longestAway, performance.now() - since);
        if (last === undefined) void reload();
        resolve();
      };
      while (!screen.isClosed) {
        await watch(opened).catch(() => undefined);
        if (isOpen) since = performance.now();
        isOpen = false;
        await sleep(100);
      }
    })();
  });
  screen.longestAway = 0;
  screen.reloads = 0;
  return screen;
}
