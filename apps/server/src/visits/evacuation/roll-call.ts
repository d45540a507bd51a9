import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { Parsed } from '@vestibule/contract/platform/endpoint.ts';
import type { RollCall, tickRollCall as tickEndpoint } from '@vestibule/contract/visits/roll-call.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  deleteRollCall,
  findRollCall,
  insertRollCall,
  joinRollCall,
  listPeopleInside,
  lockRollCall,
  type RollCallRow,
  saveTicks,
} from './roll-call.store.ts';

/** Null without one. Screens poll it, so the audit log has only the first read by a user from outside. */
export function readRollCall(db: Db, actor: Actor, companyId: number): Promise<RollCall | null> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    const row = await findRollCall(db, companyId);
    return row ? readAs(db, actor, companyId, row) : null;
  });
}

export function startRollCall(db: Db, actor: Actor, companyId: number): Promise<RollCall> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    for (;;) {
      const isNew = await insertRollCall(db, companyId);
      const row = await lockRollCall(db, companyId);
      if (!row) continue;
      if (isNew) await auditOf(db, actor, companyId, 'rollCall.started');
      return readAs(db, actor, companyId, row);
    }
  });
}

/**
 * Stores ticks with their time, so that offline ticks merge.
 * @throws {Refusal} `rollCallHasEnded`, also after a new one started; `notFound` for the company.
 */
export function tickRollCall(
  db: Db,
  actor: Actor,
  companyId: number,
  { rollCallId, ticks }: Parsed<typeof tickEndpoint, 'body'>,
): Promise<RollCall> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    const row = await lockRollCall(db, companyId);
    if (row?.id !== rollCallId) throw new Refusal('rollCallHasEnded');
    await saveTicks(db, { companyId, rollCallId }, ticks);
    return readAs(db, actor, companyId, row);
  });
}

export function endRollCall(db: Db, actor: Actor, companyId: number, rollCallId: number): Promise<null> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    if (await deleteRollCall(db, companyId, rollCallId)) await auditOf(db, actor, companyId, 'rollCall.ended');
    return null;
  });
}

async function readAs(db: Db, actor: Actor, companyId: number, row: RollCallRow): Promise<RollCall> {
  if (isFromOutside(actor) && !row.joined_by.includes(actor.userId)) {
    if (await joinRollCall(db, companyId, row.id, actor.userId)) await auditOf(db, actor, companyId, 'rollCall.joined');
  }
  return { id: row.id, startedAt: row.started_at, people: await listPeopleInside(db, companyId, row.id) };
}

function auditOf(
  db: Db,
  actor: Actor,
  companyId: number,
  action: 'rollCall.started' | 'rollCall.joined' | 'rollCall.ended',
): Promise<void> {
  return audit(db, actor, { action, companyId, subject: 'company', subjectId: companyId });
}
