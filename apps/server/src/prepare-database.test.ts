import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './platform/db/database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { quietLog } from './testing/server.ts';
import { startStandby } from './testing/standby.ts';

test('a start waits for a standby that becomes the primary', async () => {
  const { connection, promote } = await startStandby();
  const database = openDatabase(connection, 2);
  onTestFinished(() => database.close());
  const { host, port, user, database: name } = connection;
  const databaseUrl = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const settings = {
    databaseUrl,
    databaseReadUrl: null,
    migrationDatabaseUrl: null,
    rowSecurity: false,
    production: false,
  };
  const preparing = prepareDatabase(database, settings, quietLog);
  await promote();
  await expect(preparing).resolves.toBe(false);
});
