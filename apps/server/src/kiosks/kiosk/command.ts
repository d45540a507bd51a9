import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { audit, auditEach } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { lockKiosk } from './kiosk.store.ts';
import { notifyDevices } from './notify-devices.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

export type Command = 'reboot' | 'upgrade';

/** A device that does not take a command in this time must not run it later. */
export const commandSeconds = 30;

const actions = { reboot: 'kiosk.rebooted', upgrade: 'kiosk.upgraded' } as const;

export function sendCommand(db: Db, actor: Actor, kioskId: number, command: Command): Promise<{ sent: true }> {
  return transaction(db, async (db) => {
    const { company_id: companyId, is_online: isOnline } = orNotFound(await lockKiosk(db, actor, kioskId));
    if (!isOnline) throw new Refusal('kioskOffline');
    await insertCommands(db, companyId, [kioskId], command);
    await audit(db, actor, { action: actions[command], companyId, subject: 'kiosk', subjectId: kioskId });
    await notifyDevices(db, { kioskIds: [kioskId] });
    return { sent: true };
  });
}

export function upgradeAll(db: Db, actor: Actor, companyId: number): Promise<{ sent: number }> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    const { rows } = await typedSql({ id: int })`
      select id from kiosk where company_id = ${companyId} and is_online order by id for no key update`.execute(db);
    const kioskIds = rows.map(({ id }) => id);
    await insertCommands(db, companyId, kioskIds, 'upgrade');
    await auditEach(db, actor, { action: 'kiosk.upgraded', companyId, subject: 'kiosk' }, kioskIds);
    await notifyDevices(db, { kioskIds });
    return { sent: kioskIds.length };
  });
}

async function insertCommands(db: Db, companyId: number, kioskIds: readonly number[], command: Command): Promise<void> {
  await sql`
    insert into kiosk_command (company_id, kiosk_id, event, expires_at)
    select ${companyId}::int, id, ${command}, now() + make_interval(secs => ${commandSeconds})
    from unnest(${[...kioskIds]}::int[]) as id
    where not exists (
      select from kiosk_command waiting
      where waiting.company_id = ${companyId} and waiting.kiosk_id = id and waiting.event = ${command}
        and waiting.sent_at is null and waiting.expires_at > now()
    )`.execute(db);
}
