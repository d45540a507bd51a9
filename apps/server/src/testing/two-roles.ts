import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { addressOf, backupKey, newFolder } from './backup-source.ts';
import { testSecretKey } from './server.ts';

let made = 0;

/** An empty database with an owner and a role of the program, and the settings of a program on it. */
export async function twoRoles() {
  const name = `two_roles_${process.pid}_${(made += 1)}`;
  const [owner, program] = [`${name}_owner`, `${name}_program`];
  await asSuperuser(
    `create role ${owner} login`,
    `create role ${program} login`,
    `create database ${name} owner ${owner}`,
  );
  onTestFinished(() => asSuperuser(`drop database ${name} with (force)`, `drop role ${program}`, `drop role ${owner}`));
  const addressFor = (user: string) => addressOf({ ...inject('postgres'), database: name, user });
  return {
    program,
    env: {
      DATABASE_URL: addressFor(program),
      MIGRATION_DATABASE_URL: addressFor(owner),
      DATA_DIR: await newFolder(),
      SECRET_KEY: testSecretKey,
      BACKUP_KEY: backupKey,
      PORT: '0',
    },
  };
}

export async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
