import { isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { OwnSession } from '@vestibule/contract/accounts/own-sessions.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { SignedIn } from '../../platform/http/call.ts';
import { isOpen } from './session.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

const OwnSessionRow = z.strictObject({
  id: int,
  device: text.nullable(),
  created_at: moment,
  last_used_at: moment,
  is_current: bool,
});

/** The sessions of a user that have not ended, the one in use last first. */
export async function readOwnSessions(db: Db, { actor, hash }: SignedIn): Promise<OwnSession[]> {
  const { rows } = await typedSql(OwnSessionRow)`
    select s.id, s.device, s.created_at, s.last_used_at, s.id_hash = ${hash} as is_current
    from session s
    where s.user_id = ${actor.userId} and ${isOpen(sql`${actor.role}`)}
    order by s.last_used_at desc, s.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    startedAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }));
}

/** Ends sessions of the user's by `end`, and writes that into the audit log of the company that the user belongs to. */
export function endSession(db: Db, { actor }: SignedIn, end: (db: Db) => Promise<boolean>): Promise<void> {
  const [company = null] = isFromOutside(actor) || actor.companyIds === 'all' ? [] : actor.companyIds;
  return transaction(db, async (db) => {
    const isEnded = await end(db);
    if (!isEnded) return;
    await audit(db, actor, {
      action: 'session.ended',
      companyId: company,
      subject: 'user',
      subjectId: actor.userId,
    });
  });
}
