import type { Actor } from '@vestibule/contract/platform/access.ts';
import { RefusedAct } from '@vestibule/contract/kiosks/device-refusal.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { auditEach } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countRows } from '../../platform/db/list.ts';
import { readCursor, maxRecords, toPage } from '../../platform/http/list.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { publish } from '../../platform/live/publish.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

export async function readRefusedActs(
  db: Db,
  actor: Actor,
  companyId: number,
  { limit = maxRecords, cursor }: Omit<ListQuery, 'search'>,
): Promise<Rows<RefusedAct>> {
  await requireCompany(db, actor, companyId);
  const query = { limit, cursor };
  const after = readCursor(query);
  const { rows } = await typedSql(RefusedAct)`
    select r.id, r.kind, case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as kiosk,
      case when t.id is not null then json_build_object('id', t.id, 'name', t.name) end as tenant,
      r.has_named_tenant and t.id is null as "isTenantDeleted", r.reason, r.occurred_at as "occurredAt"
    from device_refusal r
    left join kiosk k on k.company_id = r.company_id and k.id = r.kiosk_id
    left join tenant t on t.company_id = r.company_id and t.id = r.tenant_id
    where r.company_id = ${companyId} ${after ? sql`and r.id < ${after.id}` : sql``}
    order by r.id desc limit ${limit + 1}`.execute(db);
  const counted = await countRows(db, sql`device_refusal where company_id = ${companyId}`);
  return toPage(rows, query, counted, ({ id }) => ({ key: '', id }));
}

export function dismissRefusedActs(db: Db, actor: Actor, companyId: number, ids: readonly number[]): Promise<null> {
  return transaction(db, async (db) => {
    await requireCompany(db, actor, companyId);
    const { rows } = await typedSql({ id: int })`
      delete from device_refusal where company_id = ${companyId} and id = any(${[...ids]}::int[]) returning id`.execute(
      db,
    );
    const dismissed = rows.map(({ id }) => id);
    if (dismissed.length === 0) return null;
    await auditEach(db, actor, { action: 'refusedAct.dismissed', companyId, subject: 'refusedAct' }, dismissed);
    await publishRefusedActs(db, companyId, dismissed);
    return null;
  });
}

export async function publishRefusedActs(db: Db, companyId: number, ids: readonly number[]): Promise<void> {
  const channels = [`managers:${companyId}`, `reception:${companyId}`] as const;
  await publish(
    db,
    companyId,
    channels.map((channel) => ({ channel, event: 'kiosk_refusals_change', ids })),
  );
}
