import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Connection } from '../platform/db/database.ts';
import { testDatabase } from './database.ts';
import { testFolder } from './folder.ts';

interface Way {
  connection: Connection;
  cut: () => void;
  /** Holds all traffic without an error, as TCP does during an outage. */
  hang: () => void;
  /** Forgets open connections, as a firewall does after minutes of silence. */
  forget: () => void;
  mend: () => void;
}

export async function unreliableDatabase(): Promise<Way> {
  const { connection } = await testDatabase();
  if (!('host' in connection)) throw new Error('the database of the tests is reached by a socket');
  const folder = await testFolder();
  const socketName = `.s.PGSQL.${connection.port}`;
  const open = new Set<Socket>();
  const forgotten = new Set<Socket>();
  let isCut = false;
  let isHanging = false;
  const way = createServer((near) => {
    if (isCut) near.destroy();
    if (isCut) return;
    const far = createConnection(join(connection.host, socketName));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket) && other.destroy());
      socket.on('data', (bytes) => other.write(bytes));
      if (isHanging) socket.pause();
    }
  });
  await new Promise<void>((resolve) => way.listen(join(folder, socketName), resolve));
  await chmod(join(folder, socketName), 0o777);
  onTestFinished(async () => {
    way.close();
    for (const socket of [...open, ...forgotten]) socket.destroy();
    await rm(folder, { recursive: true });
  });
  return {
    connection: { ...connection, host: folder },
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    hang: () => {
      isHanging = true;
      for (const socket of open) socket.pause();
    },
    forget: () => {
      for (const socket of open) {
        socket.pause();
        forgotten.add(socket);
      }
      open.clear();
    },
    mend: () => {
      isCut = false;
      isHanging = false;
      for (const socket of open) socket.resume();
    },
  };
}
