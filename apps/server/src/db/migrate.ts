import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { CannotStart } from '../config.ts';
import type { Db } from './database.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as messages from './migrations/0002-messages.ts';
import * as licences from './migrations/0003-licences.ts';
import * as organisations from './migrations/0004-organisations.ts';
import * as passwordLinks from './migrations/0005-password-links.ts';
import * as auditChain from './migrations/0006-audit-chain.ts';
import * as workAccounts from './migrations/0007-work-accounts.ts';
import * as deliveryPhones from './migrations/0009-delivery-phones.ts';
import * as images from './migrations/0008-images.ts';
import * as directories from './migrations/0010-directories.ts';
import * as tenantSettings from './migrations/0011-tenant-settings.ts';
import * as retention from './migrations/0012-retention.ts';
import * as visitMessages from './migrations/0013-visit-messages.ts';
import * as history from './migrations/0015-history.ts';
import * as kiosks from './migrations/0014-kiosks.ts';
import * as rollCall from './migrations/0016-roll-call.ts';
import * as messageUsers from './migrations/0020-message-user.ts';
import * as secondFactors from './migrations/0022-second-factors.ts';
import * as messageKiosks from './migrations/0023-message-kiosk.ts';
import * as messageIndexes from './migrations/0030-message-indexes.ts';

/** In the order of their numbers, in which they run. One that was released is never changed, and the next is numbered above the last; what one got wrong, a later one mends. */
const migrations = {
  '0001-foundation': foundation,
  '0002-messages': messages,
  '0003-licences': licences,
  '0004-organisations': organisations,
  '0005-password-links': passwordLinks,
  '0006-audit-chain': auditChain,
  '0007-work-accounts': workAccounts,
  '0009-delivery-phones': deliveryPhones,
  '0008-images': images,
  '0010-directories': directories,
  '0011-tenant-settings': tenantSettings,
  '0012-retention': retention,
  '0013-visit-messages': visitMessages,
  '0014-kiosks': kiosks,
  '0015-history': history,
  '0016-roll-call': rollCall,
  '0020-message-user': messageUsers,
  '0022-second-factors': secondFactors,
  '0023-message-kiosk': messageKiosks,
  '0030-message-indexes': messageIndexes,
};

/**
 * Brings the schema up to date. Of several processes that start at once, one migrates and the others wait.
 * @throws with the failing migration's error as its cause; its changes are rolled back.
 */
export async function migrate(db: Db): Promise<void> {
  await refuseUnreadableLetters(db);
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be migrated.', { cause: error });
}

/** Searches fold case with `lower()`, which leaves Å and Ж as they are where the database's locale is plain "C". */
async function refuseUnreadableLetters(db: Db) {
  const { rows } = await sql<{ folds: boolean }>`select lower('ÅЖ') = 'åж' as folds`.execute(db);
  if (rows[0]?.folds) return;
  throw new CannotStart(
    'DATABASE_URL: the database must be UTF-8 with a locale that knows letters beyond ASCII, such as C.UTF-8.',
  );
}
