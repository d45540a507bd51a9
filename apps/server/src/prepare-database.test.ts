import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './platform/db/database.ts';
import type { Embedded } from './platform/db/embedded.ts';
import { prepareDatabase } from './prepare-database.ts';
import { quietLog } from './testing/server.ts';
import { startStandby } from './testing/standby.ts';
import { startTestPostgres } from './testing/postgres.ts';

function prepare(databaseUrl: string): Promise<boolean> {
  const database = openDatabase({ connectionString: databaseUrl }, 2);
  onTestFinished(() => database.close());
  const settings = {
    databaseUrl,
    databaseReadUrl: null,
    migrationDatabaseUrl: null,
    rowSecurity: false,
    production: false,
  };
  return prepareDatabase(database, settings, quietLog);
}

test('a start waits for a standby that becomes the primary', async () => {
  const { connection, promote } = await startStandby();
  const { host, port, user, database } = connection;
  const preparing = prepare(`postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`);
  await promote();
  await expect(preparing).resolves.toBe(false);
});

/** A balancer that ends each connection until a server is behind it. */
async function startBalancer({ host, port }: Embedded['connection']) {
  let refused = 0;
  let leads = false;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (leads) {
      const behind = connect(join(host, `.s.PGSQL.${port}`));
      behind.on('error', () => socket.destroy());
      socket.pipe(behind).pipe(socket);
    } else {
      refused += 1;
      socket.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port: ownPort } = server.address() as AddressInfo;
  return { port: ownPort, countRefused: () => refused, lead: () => (leads = true) };
}

test('a start waits for a server behind a balancer', async () => {
  const { connection, stop } = await startTestPostgres();
  onTestFinished(stop);
  const { port, countRefused, lead } = await startBalancer(connection);
  const preparing = prepare(`postgres://${connection.user}@127.0.0.1:${port}/${connection.database}`);
  await expect.poll(countRefused).toBeGreaterThan(1);
  lead();
  await expect(preparing).resolves.toBe(false);
});

test('a start ends at once if the address refuses connections', async () => {
  await expect(prepare('postgres://vestibule@127.0.0.1:1/vestibule')).rejects.toThrow('does not answer');
});
