import { LiveMessage } from '@vestibule/contract/live.ts';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

const Channel = z.object({ data: z.object({ url: z.string() }) });

export interface SteadyChannel {
  isOpen: () => boolean;
  gaps: number[];
}

export function keepOpen(ask: () => Promise<Response>, onText: (text: string) => void): SteadyChannel {
  const gaps: number[] = [];
  let socket: WebSocket | undefined;
  let lostAt: number | undefined;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    socket?.terminate();
  });

  async function open(): Promise<void> {
    try {
      const response = await ask();
      socket = new WebSocket(Channel.parse(await response.json()).data.url, { handshakeTimeout: 3_000 });
    } catch {
      openAgain();
      return;
    }
    socket.on('open', () => {
      if (lostAt !== undefined) gaps.push(performance.now() - lostAt);
      lostAt = undefined;
    });
    socket.on('message', (bytes: Buffer) => onText(bytes.toString()));
    socket.on('error', () => undefined);
    socket.on('close', openAgain);
  }
  function openAgain() {
    lostAt ??= performance.now();
    if (!isOver) setTimeout(() => void open(), 100);
  }
  void open();
  return { isOpen: () => socket?.readyState === WebSocket.OPEN, gaps };
}

export function followSteadily(address: string, cookie: string): SteadyChannel & { messages: LiveMessage[] } {
  const messages: LiveMessage[] = [];
  const ask = () => {
    const after = messages.at(-1)?.id;
    const path = `/api/v1/users/ws${after === undefined ? '' : `?after=${after}`}`;
    return fetch(address + path, { headers: { cookie }, signal: AbortSignal.timeout(3_000) });
  };
  return { ...keepOpen(ask, (text) => messages.push(LiveMessage.parse(JSON.parse(text)))), messages };
}
