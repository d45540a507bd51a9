import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { openConnection, type Call, type Connection } from './connection.ts';
import type { LiveJob, LiveResult } from './live.ts';
import { atShare } from './share.ts';
import { doJobs } from './worker.ts';

doJobs(run);

const socketsPerUser = 5;
const shownWithin = 10_000;
const pause = 20;

async function run({ port, cookies, checkIns, firstNumber, slowReaders = 0 }: LiveJob): Promise<LiveResult> {
  const connection = await openConnection(port);
  const sockets: WebSocket[] = [];
  for (const cookie of cookies) {
    for (let count = 0; count < socketsPerUser; count += 1) sockets.push(await openSocket(connection, cookie));
  }
  for (const socket of sockets.slice(0, slowReaders)) socket.pause();
  const readers = sockets.slice(slowReaders);
  const delays: number[] = [];
  for (const [index, call] of checkIns.entries()) {
    delays.push(await delayOf(connection, readers, call, firstNumber + index));
    await sleep(pause);
  }
  for (const socket of sockets) socket.terminate();
  connection.close();
  return { sockets: sockets.length, p50: atShare(delays, 0.5), p99: atShare(delays, 0.99) };
}

async function openSocket(connection: Connection, cookie: string): Promise<WebSocket> {
  const answer: unknown = JSON.parse(await connection.send({ method: 'GET', path: '/api/v1/users/ws', cookie }));
  const { data } = z.object({ data: openLiveChannel.reply }).parse(answer);
  const socket = new WebSocket(data.url, { perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

/** Milliseconds from the reply to the last socket's message. 0 if all messages came first. */
async function delayOf(connection: Connection, sockets: WebSocket[], call: Call, number: number): Promise<number> {
  const phone = String(number);
  const body = call.body?.replace('{n}', phone) ?? '';
  const all = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A check-in was not shown on every desk.')), shownWithin);
    let waiting = sockets.length;
    for (const socket of sockets) {
      const receive = (frame: Buffer) => {
        if (!frame.includes(phone)) return;
        socket.off('message', receive);
        waiting -= 1;
        if (waiting > 0) return;
        clearTimeout(timer);
        resolve(performance.now());
      };
      socket.on('message', receive);
    }
  });
  await connection.send({ ...call, body });
  const acknowledged = performance.now();
  return Math.max(0, (await all) - acknowledged);
}
