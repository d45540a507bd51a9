import { kioskEventsKept } from '@vestibule/contract/kiosks/kiosk.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { messageTables } from '../../platform/outbox/outbox.store.ts';

/** As in the index `message_to_removed_guest`. */
const isToRemovedGuest = sql`guest_id is null and recipient is not null and (kind like 'invitation%' or kind = 'passCode')`;

/** Expired rows and their lifetimes. Retention handles data of visitors. */
const expired = [
  sql`delete from session where created_at < now() - interval '7 days' or last_used_at < now() - interval '12 hours'`,
  sql`delete from host_session where last_used_at < now() - interval '30 days'`,
  sql`delete from host_link where expires_at < now()`,
  sql`delete from live_ticket where expires_at < now()`,
  sql`delete from device_ticket where expires_at < now()`,
  sql`delete from announced_device where expires_at < now() - interval '1 day'`,
  sql`delete from pending_device p using kiosk k
    where k.company_id = p.company_id and k.id = p.kiosk_id and not p.is_rejected and k.code_expires_at < now() - interval '1 day'`,
  sql`delete from kiosk_command where expires_at < now() - interval '30 days'`,
  sql`delete from kiosk_event where at < now() - make_interval(days => ${kioskEventsKept.days})`,
  // A device that reconnects all the time does not fill the table.
  sql`delete from kiosk_event e using kiosk k, lateral (
      select at, id from kiosk_event kept where kept.company_id = k.company_id and kept.kiosk_id = k.id
      order by at desc, id desc offset ${kioskEventsKept.each} limit 1
    ) old where e.company_id = k.company_id and e.kiosk_id = k.id and (e.at, e.id) <= (old.at, old.id)`,
  sql`delete from kiosk_nonce where created_at < now() - interval '30 days'`,
  sql`delete from device_refusal where created_at < now() - interval '30 days'`,
  sql`delete from live_event where at < now() - interval '1 hour'`,
  sql`delete from idempotent_reply where created_at < now() - interval '24 hours'`,
  sql`delete from limit_count where window_ends_at < now()`,
  sql`delete from sms_count where day < now() - interval '2 days' and hour < now() - interval '2 days'`,
  sql`delete from sign_in_step where expires_at < now()`,
  sql`delete from used_return where expires_at < now()`,
  sql`delete from roll_call where started_at < now() - interval '24 hours'`,
  sql`delete from former_employee where left_at < now() - interval '1 year'`,
  sql`delete from former_visit v where not exists (
    select from former_employee f where f.company_id = v.company_id and f.tenant_id = v.tenant_id and f.employee_id = v.employee_id)`,
  sql`update directory_sync set outcome = null where outcome is not null and state = 'idle' and ended_at < now() - interval '1 hour'`,
  // Skips rows locked by a sign-in, to prevent deadlocks.
  sql`delete from sign_in_failure where (account, network) in (
    select account, network from sign_in_failure
    where coalesce(blocked_until, first_at + interval '1 hour') < now() for update skip locked)`,
  sql`delete from sign_in_attempt where expires_at < now()`,
  sql`delete from known_browser where signed_in_at < now() - interval '90 days'`,
  // A held message can be sent while it has a recipient. It ends when the recipient is removed.
  sql`update message set state = 'failed', problem = 'expired'
    where state = 'held' and (expires_at < now() or created_at < now() - interval '30 days')`,
  ...messageTables.flatMap((table) => [
    // Content and recipient are stored while the message can be sent.
    sql`update ${sql.table(table)} set content = null
      where content is not null and expires_at < now() and state not in ('queued', 'sending')`,
    sql`update ${sql.table(table)} set recipient = null, content = null
      where recipient is not null and created_at < now() - interval '30 days' and state not in ('queued', 'held', 'sending')`,
    sql`delete from ${sql.table(table)} where created_at < now() - interval '1 year'`,
  ]),
  // The last message to a removed guest, and the code that one asked for. No retention of guests reaches them.
  sql`update message set state = 'failed', problem = 'expired'
    where ${isToRemovedGuest} and state in ('queued', 'held') and expires_at < now()`,
  sql`update message set recipient = null, content = null
    where ${isToRemovedGuest} and state not in ('queued', 'held', 'sending')`,
];

export const expireRows: ScheduledJob = {
  name: 'expire-rows',
  cron: '*/5 * * * *',
  run: ({ acrossCompanies }) => expireAll(acrossCompanies),
};

/** A failed statement does not stop the others. */
async function expireAll(db: Db): Promise<void> {
  const failures: unknown[] = [];
  for (const statement of expired) await statement.execute(db).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some expired rows could not be removed');
}
