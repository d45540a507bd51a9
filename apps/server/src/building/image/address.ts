import type { Db } from '../../platform/db/database.ts';

/**
 * Writes down where files are reached, so that a row can be read with its addresses. Every process that serves calls has the same
 * setting, and does so when it starts.
 */
export async function keepFileAddress(db: Db, address: string): Promise<void> {
  await db.updateTable('file_address').set({ address }).where('address', '<>', address).execute();
}
