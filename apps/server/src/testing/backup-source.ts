import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { readConfig } from '../config.ts';
import { type Connection, openDatabase } from '../platform/db/database.ts';
import { building } from './building.ts';
import { testFolder } from './folder.ts';
import { startServer, testSecretKey } from './server.ts';

export const backupKey = 'a key for backups that only the operator has';

export async function backupSource() {
  const files = await newFolder();
  const { connection } = await startServer().then(({ database }) => database);
  const name = `backup_${process.pid}_${performance.now().toFixed(0)}`;
  await onDatabase(connection, `create database ${name} template vestibule_test_template`);
  const database = openDatabase({ ...detailsOf(connection), database: name });
  const server = await startServer({
    database,
    storage: { place: { kind: 'folder', folder: files }, container: 'images', host: null },
  });
  onTestFinished(async () => {
    await server.close();
    await database.close();
    await onDatabase(connection, `drop database ${name} with (force)`);
  });
  const config = readConfig({
    DATABASE_URL: addressOf(database.connection),
    STORAGE_URL: pathToFileURL(files).href,
    SECRET_KEY: testSecretKey,
    BACKUP_KEY: backupKey,
  });
  return { site: await building(server), config };
}

export async function newFolder() {
  const folder = await testFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function detailsOf(connection: Connection) {
  if ('connectionString' in connection) throw new TypeError('The tests know where their PostgreSQL is.');
  return connection;
}

export function addressOf(connection: Connection): string {
  const { host, port, user, database } = detailsOf(connection);
  return `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
}

export async function onDatabase(connection: Connection, statement: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
