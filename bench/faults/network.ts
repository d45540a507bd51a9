import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atShare } from '../share.ts';
import { type Outcome, underLoad } from './fault.ts';
import { Installation } from './installation.ts';

export async function loseConnections(installation: Installation): Promise<Outcome> {
  let broken = 0;
  const proxy = await listen((client) => {
    const server = connect(installation.port, '127.0.0.1');
    const fate = () => {
      if (Math.random() > 0.04) return false;
      broken += 1;
      client.resetAndDestroy();
      server.destroy();
      return true;
    };
    pass(client, server, fate);
    pass(server, client, fate);
  });
  try {
    return await underLoad(
      installation,
      'lossy network: each piece of data held up to 40 ms, 1 of 25 breaks the connection',
      async () => {
        await sleep(15_000);
        return { result: `${broken} connections broken` };
      },
      { address: `http://127.0.0.1:${proxy.port}` },
    );
  } finally {
    proxy.close();
  }
}

function pass(from: Socket, to: Socket, isBroken: () => boolean): void {
  from.on('data', (data) => {
    from.pause();
    setTimeout(() => {
      if (isBroken()) return;
      if (Math.random() < 0.5) to.write(data);
      else {
        to.write(data.subarray(0, data.length >> 1));
        to.write(data.subarray(data.length >> 1));
      }
      from.resume();
    }, Math.random() * 40);
  });
  from.on('error', () => to.destroy()).on('close', () => to.destroy());
}

/** Desks must not notice. */
export async function silenceProviders(folder: string): Promise<Outcome> {
  const hole = await listen(() => undefined);
  const { port } = hole;
  const installation = await Installation.in(folder, {
    MAIL_URL: `smtp://127.0.0.1:${port}`,
    SMS_PROVIDER: 'twilio',
    SMS_URL: `http://127.0.0.1:${port}`,
    SMS_USER: 'AC00000000000000000000000000000000',
    SMS_PASSWORD: 'black-hole',
    SMS_FROM: '+4790000000',
  });
  try {
    return await underLoad(installation, 'mail and SMS black-holed', async ({ desks: { ledger } }) => {
      await sleep(10_000);
      const p99 = atShare(ledger.times, 0.99);
      return {
        result: `an act took ${atShare(ledger.times, 0.5).toFixed(0)} ms as a rule, ${p99.toFixed(0)} ms at p99`,
        broken: p99 > 300 ? ['a desk waited for a provider'] : [],
      };
    });
  } finally {
    await installation.stop();
    hole.close();
  }
}

/** Can be closed by destroying its sockets: an unread socket never ends. */
async function listen(accept: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    accept(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port.');
  return {
    port: address.port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
