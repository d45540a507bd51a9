import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { VisitorRow } from '../../visits/visitor/visitor.rows.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

/** The host of a visit. */
export const Destination = z.strictObject({
  tenant: z.strictObject({ id: int, name: text }),
  /** Null for a visit to the tenant as a whole. */
  employee: z.strictObject({ id: int, name: text }).nullable(),
});
export type Destination = z.infer<typeof Destination>;

/** Whether the visitor asked to be remembered. */
export function isRemembered(row: VisitorRow): boolean {
  return row.should_save_data && row.storage_stopped_at === null;
}

/** Whether a kiosk may use the visitor's data: the visitor has remembered data, or a tenant expects the visitor. */
export function isKnown(row: VisitorRow): boolean {
  return isRemembered(row) || row.preregistered_tenant_id !== null;
}

/** The data of a known visitor: that of the expecting tenant, else the remembered data. */
export function knownData(row: VisitorRow): { name: string; companyName: string } {
  return { name: row.expected_name ?? row.name, companyName: row.expected_company_name ?? row.company_name };
}

const LastHostRow = Destination.extend({ is_gone: bool });

/**
 * Finds the host of the visitor's last visit; undefined where the host is gone. Visits under another name do not count: a stranger
 * can type the visitor's phone at a kiosk.
 */
export async function findLastHost(db: Db, visitorId: number): Promise<Destination | undefined> {
  const { rows } = await typedSql(LastHostRow)`
    select json_build_object('id', t.id, 'name', t.name) as tenant, o.former_host is not null as is_gone,
      case when e.id is not null then json_build_object('id', e.id, 'name', e.name) end as employee
    from visit o
    join visitor v on v.id = o.visitor_id and v.name = o.name
    join tenant t on t.id = o.tenant_id
    left join employee e on e.id = o.employee_id
    where o.visitor_id = ${visitorId} and o.checked_out_at is not null
    order by o.checked_in_at desc, o.id desc limit 1`.execute(db);
  const [last] = rows;
  return last && !last.is_gone ? { tenant: last.tenant, employee: last.employee } : undefined;
}
