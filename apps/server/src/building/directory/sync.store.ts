import { syncFailures } from '@vestibule/contract/building/directory.ts';
import { type Actor, roles } from '@vestibule/contract/platform/access.ts';
import { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';

const RunKind = z.enum(['sync', 'preview', 'photos']);
type RunKind = z.infer<typeof RunKind>;

const Outcome = z.union([
  z.object({ added: z.int(), changed: z.int(), removed: z.int(), conflicts: z.array(Conflict) }),
  z.object({ failure: z.enum(syncFailures), removed: z.int().optional(), of: z.int().optional() }),
]);
export type Outcome = z.output<typeof Outcome>;

interface Wish {
  kind: RunKind;
  isConfirmed: boolean;
  actor: Pick<Actor, 'userId' | 'role'>;
}

export interface TenantOfCompany {
  companyId: number;
  tenantId: number;
}

export async function queueRun(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
  { kind, isConfirmed, actor }: Wish,
): Promise<string | undefined> {
  const { rows } = await typedSql({ run: text })`
    update directory_sync set state = 'queued', run = gen_random_uuid(), run_kind = ${kind}, is_confirmed = ${isConfirmed},
      asked_by = ${actor.userId}, asked_as = ${actor.role}, begun = 0, done = 0, total = null
    where company_id = ${companyId} and tenant_id = ${tenantId} and state = 'idle'
    returning run`.execute(db);
  return rows[0]?.run;
}

const RunRow = z.strictObject({
  state: z.enum(['idle', 'queued', 'running']),
  run: text.nullable(),
  run_kind: RunKind.nullable(),
  is_confirmed: bool,
  ended_run: text.nullable(),
  outcome: z.unknown(),
});
type RunRow = z.infer<typeof RunRow>;

export async function findRun(db: Db, { companyId, tenantId }: TenantOfCompany): Promise<RunRow | undefined> {
  const { rows } = await typedSql(RunRow)`
    select state, run, run_kind, is_confirmed, ended_run, outcome from directory_sync
    where company_id = ${companyId} and tenant_id = ${tenantId}`.execute(db);
  return rows[0];
}

export function readOutcome(outcome: unknown): Outcome {
  return Outcome.parse(outcome);
}

export const SyncRow = z.strictObject({
  is_running: bool,
  done: int,
  total: int.nullable(),
  last_failure: text.nullable(),
  next_at: moment,
});
export type SyncRow = z.infer<typeof SyncRow>;

export async function findSync(db: Db, { companyId, tenantId }: TenantOfCompany): Promise<SyncRow | undefined> {
  const { rows } = await typedSql(SyncRow)`
    select state <> 'idle' and run_kind = 'sync' as is_running, done, total, last_failure, next_at
    from directory_sync where company_id = ${companyId} and tenant_id = ${tenantId}`.execute(db);
  return rows[0];
}

export const TakenRun = z.strictObject({
  tenantId: int,
  companyId: int,
  kind: RunKind,
  isConfirmed: bool,
  askedBy: z.strictObject({ userId: int, role: z.enum(roles) }),
  holder: text,
  begun: int,
});
export type TakenRun = z.infer<typeof TakenRun>;

const RunToTake = TakenRun.omit({ askedBy: true }).extend({ asked_by: int, asked_as: z.enum(roles) });

export async function takeRuns(db: Db, most: number, seconds: number): Promise<TakenRun[]> {
  const { rows } = await typedSql(RunToTake)`
    update directory_sync set state = 'running', held_by = gen_random_uuid(),
      held_until = now() + make_interval(secs => ${seconds}), begun = begun + 1, done = 0, total = null
    where (company_id, tenant_id) in (
      select company_id, tenant_id from directory_sync
      where state = 'queued' or (state = 'running' and held_until < now())
      order by tenant_id limit ${most} for update skip locked
    )
    returning tenant_id as "tenantId", company_id as "companyId", run_kind as kind, is_confirmed as "isConfirmed",
      asked_by, asked_as, held_by as holder, begun`.execute(db);
  return rows.map(({ asked_by: userId, asked_as: role, ...run }) => ({ ...run, askedBy: { userId, role } }));
}

export async function holdRun(
  db: Db,
  { companyId, tenantId, holder }: TakenRun,
  { done, total }: { done: number; total: number | null },
  seconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update directory_sync set done = ${done}, total = ${total}, held_until = now() + make_interval(secs => ${seconds})
    where company_id = ${companyId} and tenant_id = ${tenantId} and held_by = ${holder} and state = 'running'
    returning tenant_id`.execute(db);
  return rows.length > 0;
}

export async function releaseRun(db: Db, { companyId, tenantId, holder }: TakenRun): Promise<void> {
  await sql`
    update directory_sync set state = 'queued', held_by = null, begun = begun - 1
    where company_id = ${companyId} and tenant_id = ${tenantId} and held_by = ${holder} and state = 'running'`.execute(
    db,
  );
}

export async function lockRun(db: Db, { companyId, tenantId, holder }: TakenRun): Promise<boolean> {
  const { rows } = await sql`
    select tenant_id from directory_sync
    where company_id = ${companyId} and tenant_id = ${tenantId} and held_by = ${holder} and state = 'running' for update`.execute(
    db,
  );
  return rows.length > 0;
}

/** A preview's failure stays until a success. Returns the failures in a row. */
export async function endRun(
  db: Db,
  { tenantId, companyId, holder, kind }: TakenRun,
  outcome: Outcome,
): Promise<number> {
  const failure = 'failure' in outcome ? outcome.failure : null;
  const { rows } = await typedSql({ failures: int })`
    update directory_sync set state = 'idle', ended_run = run, ended_at = now(), held_by = null, held_until = null,
      outcome = ${JSON.stringify(outcome)}::jsonb, done = 0, total = null,
      last_failure = case ${kind}::text when 'sync' then ${failure} when 'preview' then coalesce(${failure}, last_failure) else last_failure end,
      failures = case when ${kind} <> 'sync' then failures when ${failure}::text is null then 0 else failures + 1 end,
      next_at = case when ${kind} = 'sync' then ${nextNight(sql`${tenantId}::int`, sql`${companyId}::int`)} else next_at end
    where company_id = ${companyId} and tenant_id = ${tenantId} and held_by = ${holder} and state = 'running'
    returning failures`.execute(db);
  if (kind === 'sync' && failure === null) {
    await sql`update tenant set last_sync_at = now() where company_id = ${companyId} and id = ${tenantId}`.execute(db);
  }
  return rows[0]?.failures ?? 0;
}

export async function queueDueRuns(db: Db): Promise<boolean> {
  const { rows } = await sql`
    update directory_sync d set state = 'queued', run = gen_random_uuid(), run_kind = 'sync', is_confirmed = false,
      asked_by = connected_by, asked_as = connected_as, begun = 0, done = 0, total = null
    where d.next_at <= now() and d.state = 'idle'
      and not exists (select from company c where c.id = d.company_id and c.deleted_at is not null)
    returning tenant_id`.execute(db);
  return rows.length > 0;
}

export async function queuePhotoRuns(db: Db): Promise<boolean> {
  const { rows } = await sql`
    update directory_sync d set state = 'queued', run = gen_random_uuid(), run_kind = 'photos', is_confirmed = false,
      asked_by = connected_by, asked_as = connected_as, begun = 0, done = 0, total = null
    where d.state = 'idle' and d.granted is not null and d.last_failure is null and exists (
      select from employee e where e.company_id = d.company_id and e.tenant_id = d.tenant_id and ${wantsPhoto}
    )
    returning tenant_id`.execute(db);
  return rows.length > 0;
}

const wantsPhoto = sql`(
  e.id_from_service is not null and e.photo_id is null
  and (e.photo_asked_at is null or e.photo_asked_at < now() - interval '30 days')
)`;

export async function takeWithoutPhoto(
  db: Db,
  { companyId, tenantId }: TenantOfCompany,
  most: number,
): Promise<{ id: number; idFromService: string }[]> {
  const { rows } = await typedSql({ id: int, idFromService: text })`
    update employee set photo_asked_at = now()
    where company_id = ${companyId} and id in (
      select e.id from employee e
      where e.company_id = ${companyId} and e.tenant_id = ${tenantId} and ${wantsPhoto}
      order by e.id limit ${most} for no key update
    )
    returning id, id_from_service as "idFromService"`.execute(db);
  return rows;
}

export async function showPhoto(db: Db, companyId: number, employeeId: number, imageId: number): Promise<boolean> {
  const { rows } = await sql`
    update employee set photo_id = ${imageId}
    where company_id = ${companyId} and id = ${employeeId} and photo_id is null and id_from_service is not null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Hours of the building's clock. */
const firstHour = 1;
const spreadMinutes = 4 * 60;

/** Returns a time in the building's coming night, at a minute of the tenant's own. */
export function nextNight(tenantId: RawBuilder<unknown>, companyId: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(
    select ((case when turn > clock then turn else turn + interval '1 day' end) at time zone c.time_zone)
    from company c,
      lateral (select now() at time zone c.time_zone as clock) as here,
      lateral (
        select date_trunc('day', clock) + make_interval(hours => ${firstHour}::int, mins => ${tenantId} * 37 % ${spreadMinutes}::int) as turn
      ) as night
    where c.id = ${companyId}
  )`;
}
