import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Engine } from './engine.ts';

const Answer = z.object({ value: z.unknown() });
const Session = z.object({ sessionId: z.string() });
const Failure = z.object({ error: z.string(), message: z.string() });

/** Starts WebKitGTK's driver with a browser on a screen of its own, and drives it over WebDriver. */
export async function openWebKit(driver: string, screen: string): Promise<Engine> {
  const display = spawn(screen, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    // The driver of an empty screen has no graphics hardware.
    env: { ...process.env, DISPLAY: `:${await numberOf(display)}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  });
  const send = createSender(`http://127.0.0.1:${port}`);
  await untilReady(send);
  const { sessionId } = Session.parse(await send('POST', '/session', { capabilities: { alwaysMatch: {} } }));
  const session = `/session/${sessionId}`;
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 880 });
  return {
    go: async (url) => void (await send('POST', `${session}/url`, { url })),
    evaluate: (expression) => send('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    act: async (actions) => void (await send('POST', `${session}/actions`, { actions })),
    picture: async () => z.string().parse(await send('GET', `${session}/screenshot`)),
    close: async () => {
      // The driver may have ended already.
      await send('DELETE', session).catch(() => undefined);
      for (const each of [child, display]) {
        const ended = once(each, 'exit');
        each.kill('SIGTERM');
        await ended;
      }
    },
  };
}

type Send = (method: string, path: string, body?: object) => Promise<unknown>;

function createSender(address: string): Send {
  return async (method, path, body) => {
    const response = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = Answer.parse(await response.json());
    const failure = Failure.safeParse(value).data;
    if (failure) throw new Error(`${method} ${path}: ${failure.error} ${failure.message}`);
    return value;
  };
}

async function untilReady(send: Send): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await send('GET', '/status').catch(() => null)) return;
    await wait(100);
  }
  throw new Error('The driver of WebKit is not ready after 10 s.');
}

async function numberOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The screen has no output.');
  const chunks: unknown[] = await once(stdout, 'data');
  return String(chunks[0]).trim();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
