import type { HostKind } from '@vestibule/contract/platform/message-words.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { program } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { sealContent } from '../../platform/outbox/content.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { barMessages, holdMessages } from '../notification/hold.ts';
import { withoutLinks } from '../../platform/values/without-links.ts';
import type { PassRow } from './pass.store.ts';

export interface ReplyDeps {
  vault: Vault;
  smsRules: SmsRules;
}

/** A guest who changes their mind again and again does not fill the host's inbox. */
const replies: Limit = { uses: 10, seconds: 3_600 };

const Reply = z.strictObject({
  id: int,
  channel: z.enum(['email', 'sms']),
  recipient: text,
  language: z.enum(languages),
  host: text,
  zone: text,
  title: text.nullable(),
  starts_at: moment,
  ends_at: moment,
  last_start: moment,
});

/**
 * Reports the guest's reply to the host of the dates, or to the tenant's backup employee: by mail, or by SMS if the tenant sends no mails to
 * employees. Content is sealed, because it names the guest, and goes with the guest.
 * @throws {Refusal} `tooManyRequests`
 */
export async function reportReply(
  db: Db,
  { vault, smsRules: rules }: ReplyDeps,
  { guest_id: guestId, company_id: companyId, tenant_id: tenantId, name }: PassRow,
  { kind, invitationIds }: { kind: HostKind; invitationIds: readonly number[] },
): Promise<void> {
  if (invitationIds.length === 0) return;
  await countUse(db, `replies of guest ${guestId}`, replies);
  const { rows } = await typedSql(Reply)`
    select nextval('message_id_seq')::int as id, told.* from (
      select distinct on (e.id) case when by_mail.is_on then 'email' else 'sms' end as channel,
        case when by_mail.is_on then e.email else e.phone end as recipient,
        case when by_mail.is_on then s.email_language else s.sms_language_to_employee end as language,
        e.name as host, c.time_zone as zone, i.title, i.starts_at, i.ends_at, max(i.starts_at) over (partition by e.id) as last_start
      from invitation i
      join company c on c.id = i.company_id
      join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
      join tenant_settings_in_force s on s.company_id = i.company_id and s.for_tenant_id = i.tenant_id
      join employee e on e.company_id = i.company_id and e.tenant_id = i.tenant_id and e.id = coalesce(i.employee_id, t.backup_employee_id)
      cross join lateral (select s.enable_email_to_employee and e.email is not null as is_on) by_mail
      where i.company_id = ${companyId} and i.id = any(${[...invitationIds]}::int[])
        and (by_mail.is_on or (e.phone is not null and s.sms_language_to_employee is not null))
      order by e.id, i.starts_at, i.id
    ) as told order by told.starts_at`.execute(db);
  if (rows.length === 0) return;
  const messages = rows.map((row) => {
    const clock = buildingTime(row.zone);
    const [start, last] = [new Date(row.starts_at), new Date(row.last_start)];
    const content = {
      host: withoutLinks(row.host),
      guest: withoutLinks(name),
      title: row.title === null ? null : withoutLinks(row.title),
      date: clock.date(start),
      time: clock.time(start),
      endTime: clock.time(new Date(row.ends_at)),
      until: last > start ? clock.date(last) : null,
      link: null,
      closing: null,
    };
    return { ...row, content: sealContent(vault, row.id, content) };
  });
  const column = (valueOf: (row: (typeof messages)[number]) => unknown) => messages.map(valueOf);
  await sql`
    insert into message (id, company_id, guest_id, kind, channel, recipient, language, content, expires_at)
    select id, ${companyId}::int, ${guestId}::int, ${kind}, channel, recipient, language, content, now() + interval '24 hours'
    from unnest(
      ${column(({ id }) => id)}::int[], ${column(({ channel }) => channel)}::text[], ${column(({ recipient }) => recipient)}::text[],
      ${column(({ language }) => language)}::text[], ${column(({ content }) => content)}::bytea[]
    ) as given (id, channel, recipient, language, content)`.execute(db);
  const ids = await barMessages(
    db,
    companyId,
    messages.map(({ id }) => id),
    rules,
  );
  const sender = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
  await holdMessages(db, companyId, ids, { sender, rules }, tenantId);
  notifyDebounced(db, 'message');
}
