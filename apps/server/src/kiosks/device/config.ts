import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { DeviceConfig, DeviceTenant, getDeviceImages } from '@vestibule/contract/kiosks/device.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import { planEachTime } from '../../platform/db/naming-client.ts';
import { searchPattern } from '../../platform/http/list.ts';
import { Refusal, orNotFound } from '../../platform/http/refusal.ts';
import { endOwnKiosk, readOwnKiosk } from '../kiosk/kiosk.ts';
import { readOwnSettings, readPasswordHash } from '../kiosk/kiosk-settings.ts';
import { barrierOf } from '../../platform/outbox/barrier.ts';
import type { CheckInDeps } from '../../visits/visit/visit.ts';
import { text, typedSql } from '../../platform/db/typed-sql.ts';
import { type Limit, countUse, takeBackUse } from '../../platform/http/limit.ts';
import { verifyPassword } from '../../accounts/session/password.ts';

/** Raised when kiosk texts change. */
const phrasesVersion = '2';

const CompanyRow = DeviceConfig.shape.company;

export async function readConfig(db: Db, actor: DeviceActor): Promise<DeviceConfig> {
  const { kiosk, isLicensed } = await readOwnKiosk(db, actor);
  if (!isLicensed) throw new Refusal('licenseRequired');
  const settings = await readOwnSettings(db, actor);
  const { rows } = await typedSql(CompanyRow)`
    select c.id, c.name, c.time_zone as "timeZone", s.country_code as "countryCode",
      image_shown(c.id, ${settings.logoImageId}::int) as logo, c.has_reception as "hasReception",
      c.reception_phone as "receptionPhone"
    from company c join tenant_settings s on s.company_id = c.id and s.tenant_id is null
    where c.id = ${kiosk.companyId}`.execute(db);
  return { kiosk, settings, company: orNotFound(rows[0]), phrasesVersion };
}

const ShownImageRow = getDeviceImages.reply;

export async function readShownImages(db: Db, actor: DeviceActor): Promise<Reply<typeof getDeviceImages>> {
  const { companyId, logoImageId, background, backgroundImageId } = await readOwnSettings(db, actor);
  const shownBackgroundId = background === 'image' ? backgroundImageId : null;
  const { rows } = await typedSql(ShownImageRow)`
    select image_shown(${companyId}::int, ${logoImageId}::int) as logo,
      image_shown(${companyId}::int, ${shownBackgroundId}::int) as background`.execute(db);
  return onlyRow(rows);
}

const TenantRow = DeviceTenant.omit({ canReceiveDeliveries: true }).extend({
  delivery_phones: z.array(text),
  company_country: text,
});

export async function readTenantsForDevice(
  db: Db,
  { unserved, smsRules }: Pick<CheckInDeps, 'unserved' | 'smsRules'>,
  actor: DeviceActor,
  query: { search?: string | undefined },
): Promise<DeviceTenant[]> {
  const [companyId] = actor.companyIds;
  const settings = await readOwnSettings(db, actor);
  const pattern = searchPattern(query, searchMinimum.company);
  const isMeant = pattern === undefined ? sql`true` : sql`t.folded_name like fold(${pattern})`;
  const isFound = pattern === undefined ? sql`true` : sql`(${isMeant} or e.folded_name like fold(${pattern}))`;
  const photo = settings.enableEmployeePicture ? sql`image_shown(e.company_id, e.photo_id)` : sql`null::json`;
  const { rows } = await typedSql(TenantRow)`
    select t.id, t.name, image_shown(t.company_id, t.logo_image_id) as logo, s.enable_gdpr as "enableGdpr",
      s.gdpr_handling as "gdprHandling", s.wifi_info as "wifiInfo",
      s.enable_print_badge_option as "enablePrintBadgeOption",
      s.enable_print_parking_badge_option as "enablePrintParkingBadgeOption",
      coalesce(staff.employees, '[]') as employees,
      case when s.delivery_sms_language is null then '{}' else t.delivery_phones end as delivery_phones,
      (select r.country_code from tenant_settings r where r.company_id = ${companyId} and r.tenant_id is null) as company_country
    from tenant t
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    left join lateral (
      select json_agg(
        json_build_object('id', e.id, 'name', e.name, 'photo', ${photo}) order by e.folded_name, e.id
      ) as employees
      from employee e where e.company_id = t.company_id and e.tenant_id = t.id and ${isFound}
    ) staff on true
    where t.company_id = ${companyId} and (${isMeant} or staff.employees is not null)
    order by t.folded_name, t.id ${pattern === undefined ? sql`` : sql.raw(planEachTime)}`.execute(db);
  const receivesSms = (phone: string, country: string) => barrierOf(phone, country, smsRules.countries) === null;
  return rows.map(({ delivery_phones: phones, company_country: country, ...tenant }) => ({
    ...tenant,
    canReceiveDeliveries: !unserved.has('sms') && phones.some((phone) => receivesSms(phone, country)),
  }));
}

const wrongPasswords: Limit = { uses: 10, seconds: 3_600 };

export async function unlock(db: Db, actor: DeviceActor, password: string): Promise<null> {
  await provePassword(db, actor, password);
  return null;
}

/** Refused without a settings password, because any visitor could do it. */
export async function deprovision(db: Db, actor: DeviceActor, password: string): Promise<null> {
  if ((await readPasswordHash(db, actor)) === null) throw new Refusal('passwordIncorrect');
  const proven = await provePassword(db, actor, password);
  return transaction(db, async (db) => {
    // The password may have changed after the comparison.
    if ((await readPasswordHash(db, actor)) !== proven) throw new Refusal('passwordIncorrect');
    return endOwnKiosk(db, actor);
  });
}

async function provePassword(db: Db, actor: DeviceActor, password: string): Promise<string | null> {
  const subject = `password of kiosk ${actor.userId}`;
  const hash = await readPasswordHash(db, actor);
  await countUse(db, subject, wrongPasswords);
  const isRight = hash === null ? password === '' : await verifyPassword(password, hash);
  if (!isRight) throw new Refusal('passwordIncorrect');
  await takeBackUse(db, subject);
  return hash;
}
