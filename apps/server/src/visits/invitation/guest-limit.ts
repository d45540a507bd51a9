import { sql } from 'kysely';
import { program } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, type Reach, transaction } from '../../platform/db/database.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { barMessages, holdMessages } from '../notification/hold.ts';

/** The host of an invitation `i`, or its tenant, whose messages are counted together. */
export const limitSubject = sql`'guests of ' || coalesce('employee:' || i.employee_id, 'tenant:' || i.tenant_id)`;

interface Limited {
  id: number;
  subject: string;
}

/** Counts queued messages to guests by host. Holds those above the limit until the next hour. Returns the others. */
export async function holdAboveHostLimit(
  db: Db,
  { limits }: SmsRules,
  messages: readonly Limited[],
): Promise<number[]> {
  const fitting: number[] = [];
  for (const [subject, ofHost] of Map.groupBy(messages, (message) => message.subject)) {
    const { rows } = await typedSql({ taken: int })`
      select taken from take_sms(${subject}, ${limits.host.hour}, ${limits.host.day}, ${ofHost.length})`.execute(db);
    const ids = ofHost.map(({ id }) => id);
    const { taken } = onlyRow(rows);
    fitting.push(...ids.slice(0, taken));
    await sql`
      update message set state = 'held', problem = 'hostLimit', next_attempt_at = date_trunc('hour', now()) + interval '1 hour'
      where id = any(${ids.slice(taken)}::int[])`.execute(db);
  }
  return fitting;
}

/** Messages per transaction. */
const batch = 1_000;

/** Sends held messages of the last hour within the limit of this hour. */
async function sendHeld({ acrossCompanies, within }: Reach, rules: SmsRules): Promise<void> {
  const companyIds = await listCompaniesWithHeld(acrossCompanies);
  if (companyIds.length === 0) return;
  await transaction(within(companyIds), async (db) => {
    const { rows } = await typedSql({ id: int, company_id: int, subject: text })`
      select m.id, m.company_id, i.subject
      from message m
      cross join lateral (
        select ${limitSubject} as subject
        from invitation_guest ig join invitation i on i.company_id = ig.company_id and i.id = ig.invitation_id
        where ig.company_id = m.company_id and ig.guest_id = m.guest_id order by i.starts_at limit 1
      ) i
      where m.state = 'held' and m.problem = 'hostLimit' and m.next_attempt_at <= now()
      order by m.id limit ${batch} for update of m skip locked`.execute(db);
    const fitting = await holdAboveHostLimit(db, rules, rows);
    await sql`
      update message set state = 'queued', problem = null, next_attempt_at = now() where id = any(${fitting}::int[])`.execute(
      db,
    );
    const allowed = new Set(await barMessages(db, fitting, rules));
    for (const [companyId, messages] of Map.groupBy(rows, ({ company_id: id }) => id)) {
      const sender = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
      const ids = messages.map(({ id }) => id).filter((id) => allowed.has(id));
      await holdMessages(db, ids, { sender, rules });
    }
    if (fitting.length > 0) notifyDebounced(db, 'message');
  });
}

async function listCompaniesWithHeld(db: Db): Promise<number[]> {
  const { rows } = await typedSql({ company_id: int })`
    select distinct company_id from message
    where state = 'held' and problem = 'hostLimit' and next_attempt_at <= now() and company_id is not null`.execute(db);
  return rows.map((row) => row.company_id);
}

export function sendHeldGuestMessages(rules: SmsRules): ScheduledJob {
  return { name: 'send-held-guest-messages', cron: '* * * * *', run: (reach) => sendHeld(reach, rules) };
}
