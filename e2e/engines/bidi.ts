import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Engine } from './engine.ts';

const Answer = z.object({ id: z.int(), result: z.unknown().optional(), message: z.string().optional() });
const Tree = z.object({ contexts: z.array(z.object({ context: z.string() })) });
const Evaluated = z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) });

/** Starts Firefox with an empty profile, and drives it over WebDriver BiDi. */
export async function openFirefox(program: string): Promise<Engine> {
  const profile = await mkdtemp(path.join(tmpdir(), 'vestibule-firefox-'));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(program, [...options, '--width', '1280', '--height', '900'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const socket = new WebSocket(`${await addressOf(child)}/session`);
  await once(socket, 'open');
  const send = createSender(socket);

  await send('session.new', { capabilities: {} });
  const { contexts } = Tree.parse(await send('browsingContext.getTree', {}));
  const context = contexts[0]?.context ?? '';
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } });
  return {
    go: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (expression) => {
      const target = { context };
      const text = `JSON.stringify({ value: ${expression} })`;
      const answer = await send('script.evaluate', { expression: text, target, awaitPromise: false });
      return z.object({ value: z.unknown() }).parse(JSON.parse(Evaluated.parse(answer).result.value)).value;
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    picture: async () =>
      z.object({ data: z.string() }).parse(await send('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      const ended = once(child, 'exit');
      socket.close();
      child.kill('SIGTERM');
      await ended;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

function createSender(socket: WebSocket) {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const answer = Answer.safeParse(JSON.parse(String(data))).data;
    if (!answer) return;
    const { id, result, message } = answer;
    if (message === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(message));
    waiting.delete(id);
  });
  let last = 0;
  return (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

function addressOf({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let written = '';
    stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(written) ?? [];
      if (address) resolve(address);
    });
    stderr?.once('close', () => reject(new Error(`Firefox ended before it was ready. ${written}`)));
  });
}
