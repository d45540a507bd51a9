import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type Change, publish } from '../../platform/live/publish.ts';
import { invitationsChanged } from './visitor.events.ts';

export async function publishVisitors(
  db: Db,
  event: Change['event'],
  companyId: number,
  ids: readonly number[],
  tenantIds: readonly number[],
): Promise<void> {
  const tenants = tenantIds.length > 0 ? tenantIds : [null];
  await publishChanges(
    db,
    event,
    companyId,
    tenants.flatMap((tenantId) => ids.map((id) => ({ id, tenantId }))),
  );
}

export async function publishVisitorsByTenant(
  db: Db,
  companyId: number,
  byTenant: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const changed = [...byTenant].flatMap(([tenantId, ids]) => ids.map((id) => ({ id, tenantId })));
  await publishChanges(db, 'visitors_update', companyId, changed);
}

/** For more visitors the event makes clients reload their lists, which is faster. */
const maxIds = 200;

async function publishChanges(
  db: Db,
  event: Change['event'],
  companyId: number,
  changed: readonly { id: number; tenantId: number | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  const isTooMuch = sql`${event === 'visitors_update'} and count(distinct id) > ${maxIds}`;
  await sql`
    insert into live_outbox (company_id, channel, event, ids)
    select ${companyId}::int, channel, case when ${isTooMuch} then 'resync' else ${event} end,
      case when ${isTooMuch} then '{}' else array_agg(distinct id order by id) end
    from unnest(${changed.map(({ id }) => id)}::int[], ${changed.map(({ tenantId }) => tenantId)}::int[])
        as changed (id, tenant_id),
      visitor_channels(${companyId}, tenant_id, null)
    group by channel`.execute(db);
}

interface Place {
  companyId: number;
  tenantId: number;
}

export async function publishInvitations(db: Db, place: Place, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await publishAttendance(db, place, ids);
  await invitationsChanged.publish(db, place);
}

/** For arrivals, departures and states of messages, which change no invitation. */
export async function publishAttendance(db: Db, { companyId, tenantId }: Place, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const isTooMuch = ids.length > maxIds;
  const change = { event: isTooMuch ? 'resync' : 'invitations_update', ids: isTooMuch ? [] : ids } as const;
  const channels = [`managers:${companyId}`, `reception:${companyId}`, `tenant:${tenantId}`] as const;
  await publish(
    db,
    companyId,
    channels.map((channel) => ({ channel, ...change })),
  );
}
