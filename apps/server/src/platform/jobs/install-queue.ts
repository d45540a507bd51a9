import { PgBoss } from 'pg-boss';
import { type Connection, openPlainPool } from '../db/database.ts';

/** Creates the schema of the job queue, or brings it up to date. Starts no jobs. */
export async function installQueue(connection: Connection): Promise<void> {
  const pool = openPlainPool(connection, { max: 1, application_name: 'vestibule jobs' });
  try {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      supervise: false,
      schedule: false,
    });
    boss.on('error', () => undefined);
    await boss.start();
    await boss.stop({ graceful: false });
  } finally {
    await pool.end();
  }
}
