import { languages } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { timeOfDatabase } from '../../platform/db/clock.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { enqueueMails, type NewMail } from '../../platform/outbox/enqueue.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

const outageMinutes = 10;
/** Kiosks need time to reconnect after a start of the server. */
const graceSeconds = 120;
const hoursOfUse = 24;

interface MailDeps {
  vault: Vault;
  publicUrl: URL | null;
}

const News = z.strictObject({
  kiosk_id: int,
  kiosk: text,
  company_id: int,
  house: text,
  time_zone: text,
  addresses: z.array(text),
  language: z.enum(languages),
  at: text,
});
type News = z.infer<typeof News>;

/** Queues mails about kiosks that went offline in their working hours, and about their return. */
export async function notifyOutages({ acrossCompanies, within }: Reach, deps: MailDeps, now: Date): Promise<void> {
  const companyIds = await listCompaniesWithNews(acrossCompanies);
  if (companyIds.length === 0) return;
  await transaction(within(companyIds), async (db) => {
    const gone = await typedSql(News)`
      with due as (
        select k.company_id, k.id from kiosk k
        join company c on c.id = k.company_id and c.deleted_at is null and c.notification_emails <> '{}'
        join kiosk_settings_in_force s on s.company_id = k.company_id and s.for_kiosk_id = k.id
        cross join lateral (select ${now}::timestamptz at time zone c.time_zone as moment) here
        where not k.is_online and k.offline_since is not null and k.offline_mailed_at is null
          and date_trunc('minute', here.moment)::time between s.working_hours_start and s.working_hours_end
          and greatest(k.offline_since, (here.moment::date + s.working_hours_start) at time zone c.time_zone)
            <= ${now}::timestamptz - make_interval(mins => ${outageMinutes})
        for no key update of k skip locked
      )
      update kiosk k set offline_mailed_at = ${now} from due, ${companyAndSettings}
      where k.company_id = due.company_id and k.id = due.id and ${isTheirs}
      returning ${news}, k.offline_since as at`.execute(db);
    const back = await typedSql(News)`
      with due as (
        select company_id, id from kiosk where is_online and offline_mailed_at is not null for no key update skip locked
      )
      update kiosk k set offline_mailed_at = null from due, ${companyAndSettings}
      where k.company_id = due.company_id and k.id = due.id and ${isTheirs}
      returning ${news}, ${now}::timestamptz as at`.execute(db);
    await enqueueMails(db, deps.vault, [
      ...gone.rows.flatMap((one) => mailsOf('kioskOffline', one, deps)),
      ...back.rows.flatMap((one) => mailsOf('kioskOnline', one, deps)),
    ]);
  });
}

async function listCompaniesWithNews(db: Db): Promise<number[]> {
  const { rows } = await typedSql({ company_id: int })`
    select distinct company_id from kiosk
    where is_online = (offline_mailed_at is not null) and (is_online or offline_since is not null)`.execute(db);
  return rows.map((row) => row.company_id);
}

const companyAndSettings: RawBuilder<unknown> = sql`company c, tenant_settings t`;
const isTheirs: RawBuilder<boolean> = sql`
  c.id = k.company_id and c.deleted_at is null and t.company_id = c.id and t.tenant_id is null`;
const news: RawBuilder<unknown> = sql`k.id as kiosk_id, k.name as kiosk, k.company_id, c.name as house, c.time_zone,
  c.notification_emails as addresses, t.email_language as language`;

function mailsOf(kind: 'kioskOffline' | 'kioskOnline', news: News, { publicUrl }: MailDeps): NewMail[] {
  const { kiosk_id: kioskId, kiosk, company_id: companyId, house, addresses, language } = news;
  const clock = buildingTime(news.time_zone);
  const at = new Date(news.at);
  const link = publicUrl && new URL(`/company/${companyId}/kiosks`, publicUrl).href;
  const content = { kiosk, house, date: clock.date(at), time: clock.time(at), link };
  const expiresAt = new Date(Date.now() + hoursOfUse * 3_600_000);
  return addresses.map((to) => ({ kind, companyId, kioskId, to, language, content, expiresAt }));
}

export function reportOutages(deps: MailDeps, begun = performance.now()): ScheduledJob {
  return {
    name: 'tell-of-kiosks',
    cron: '* * * * *',
    async run(reach) {
      if (performance.now() - begun < graceSeconds * 1_000) return;
      await notifyOutages(reach, deps, await timeOfDatabase(reach.acrossCompanies));
    },
  };
}
