import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { doJobs } from './worker.ts';

export interface HostileJob {
  port: number;
  /** Slow headers or bodies, unread replies, or fast sign-ins and password changes. */
  kind: 'headers' | 'bodies' | 'reads' | 'flood' | 'passwords';
  clients: number;
  seconds: number;
  cookie: string;
  path: string;
  body?: string;
}

export interface HostileResult {
  answers: Record<string, number>;
  thrownOut: number;
}

doJobs(run);

/** Milliseconds between bytes: too short for an idle timeout. */
const drip = 700;

/** Clients reconnect when the server disconnects them. */
async function run({
  port,
  kind,
  clients,
  seconds,
  cookie,
  path,
  body: change = '',
}: HostileJob): Promise<HostileResult> {
  const end = performance.now() + seconds * 1000;
  const result: HostileResult = { answers: {}, thrownOut: 0 };
  let changes = 0;
  const count = (status: string) => (result.answers[status] = (result.answers[status] ?? 0) + 1);
  const head = (method: string, rest: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n${rest}`;

  const acts: Record<HostileJob['kind'], (socket: Socket) => Promise<void>> = {
    async headers(socket) {
      socket.write(head('GET', 'x-slow: '));
      await drop(socket, 'a');
    },
    async bodies(socket) {
      socket.write(head('POST', 'content-type: application/json\r\ncontent-length: 60000\r\n\r\n{'));
      await drop(socket, ' ');
    },
    async reads(socket) {
      socket.pause();
      while (isOpen(socket)) {
        socket.write(head('GET', '\r\n'));
        await sleep(drip / 10);
      }
    },
    async flood(socket) {
      while (isOpen(socket)) await ask(socket, 'POST', '{"email":"nobody@example.com","password":"nothing"}');
    },
    async passwords(socket) {
      while (isOpen(socket)) await ask(socket, 'PUT', change.replace('{n}', String((changes += 1))));
    },
  };

  async function ask(socket: Socket, method: string, body: string) {
    socket.write(head(method, `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`));
    const answer: unknown[] = await once(socket, 'data').catch(() => []);
    const [data] = answer;
    if (data instanceof Buffer) count(data.toString('latin1', 9, 12));
  }

  async function drop(socket: Socket, byte: string) {
    while (isOpen(socket)) {
      socket.write(byte);
      await sleep(drip);
    }
  }
  function isOpen(socket: Socket) {
    return !socket.destroyed && socket.writable && performance.now() < end;
  }
  async function client() {
    while (performance.now() < end) {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
      socket.on('close', () => performance.now() < end && (result.thrownOut += 1));
      await acts[kind](socket);
      socket.destroy();
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  return result;
}
