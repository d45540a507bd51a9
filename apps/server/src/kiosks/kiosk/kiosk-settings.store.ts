import type { Agent } from '@vestibule/contract/platform/access.ts';
import { KioskSettings, type KioskSettingsValues } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inScope } from '../../accounts/scope/scope.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

const columns = sql`
  s.id, case when s.kiosk_id is null then 'company' else 'kiosk' end as type, s.company_id as "companyId",
  s.kiosk_id as "kioskId", s.languages, s.default_language as "defaultLanguage", s.password_hash is not null as "hasPassword",
  s.background, s.sinage_url as "sinageUrl", s.logo_image_id as "logoImageId", s.background_image_id as "backgroundImageId",
  s.enable_employee_picture as "enableEmployeePicture", s.enable_delivery_button as "enableDeliveryButton",
  s.enable_save_visitor as "enableSaveVisitor", s.is_printer_on as "isPrinterOn", s.is_scaner_on as "isScanerOn",
  s.accent_color as "accentColor", s.welcome_texts as "welcomeTexts",
  to_char(s.working_hours_start, 'HH24:MI') as "workingHoursStart",
  to_char(s.working_hours_end, 'HH24:MI') as "workingHoursEnd",
  s.version, s.created_at as "createdAt", s.updated_at as "updatedAt"`;

export function findCompanySettings(db: Db, actor: Agent, companyId: number): Promise<KioskSettings | undefined> {
  return findOne(
    db,
    sql`select ${columns} from kiosk_settings s
      where s.company_id = ${companyId} and s.kiosk_id is null and ${inScope(actor, 's.company_id')}`,
  );
}

export function findSettingsInForce(db: Db, actor: Agent, kioskId: number): Promise<KioskSettings | undefined> {
  return findOne(
    db,
    sql`select ${columns} from kiosk_settings_in_force s
      where s.for_kiosk_id = ${kioskId} and ${inScope(actor, 's.company_id')}`,
  );
}

export function findSettings(db: Db, actor: Agent, settingsId: number): Promise<KioskSettings | undefined> {
  return findOne(
    db,
    sql`select ${columns} from kiosk_settings s where s.id = ${settingsId} and ${inScope(actor, 's.company_id')}`,
  );
}

export function lockSettings(db: Db, actor: Agent, settingsId: number): Promise<KioskSettings | undefined> {
  return findOne(
    db,
    sql`select ${columns} from kiosk_settings s where s.id = ${settingsId} and ${inScope(actor, 's.company_id')}
      for no key update of s`,
  );
}

type SettingsOfCompany = Pick<KioskSettings, 'id' | 'companyId'>;

/** Locks the company's settings while a kiosk begins to use them, so that a concurrent change reaches it. */
export async function holdCompanySettings(db: Db, companyId: number): Promise<void> {
  await sql`select from kiosk_settings where company_id = ${companyId} and kiosk_id is null for share`.execute(db);
}

export async function updateSettings(
  db: Db,
  { id, companyId }: SettingsOfCompany,
  changed: KioskSettingsValues,
  passwordHash: string | null | undefined,
): Promise<void> {
  await sql`
    update kiosk_settings set
      languages = ${changed.languages}, default_language = ${changed.defaultLanguage},
      ${passwordHash === undefined ? sql`` : sql`password_hash = ${passwordHash},`}
      background = ${changed.background}, sinage_url = ${changed.sinageUrl},
      logo_image_id = ${changed.logoImageId}, background_image_id = ${changed.backgroundImageId},
      enable_employee_picture = ${changed.enableEmployeePicture}, enable_delivery_button = ${changed.enableDeliveryButton},
      enable_save_visitor = ${changed.enableSaveVisitor}, is_printer_on = ${changed.isPrinterOn},
      is_scaner_on = ${changed.isScanerOn},
      ${changed.accentColor === undefined ? sql`` : sql`accent_color = ${changed.accentColor},`}
      ${changed.welcomeTexts === undefined ? sql`` : sql`welcome_texts = ${JSON.stringify(changed.welcomeTexts)}::jsonb,`}
      working_hours_start = ${changed.workingHoursStart},
      working_hours_end = ${changed.workingHoursEnd}, version = nextval('kiosk_settings_version'), updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db);
}

const copied = sql`languages, default_language, password_hash, background, sinage_url, logo_image_id, background_image_id,
  enable_employee_picture, enable_delivery_button, enable_save_visitor, is_printer_on, is_scaner_on, accent_color,
  welcome_texts, working_hours_start, working_hours_end`;

export async function copyCompanySettings(db: Db, companyId: number, kioskId: number): Promise<void> {
  await sql`
    insert into kiosk_settings (company_id, kiosk_id, ${copied})
    select company_id, ${kioskId}, ${copied} from kiosk_settings where company_id = ${companyId} and kiosk_id is null
    on conflict (company_id, kiosk_id) do nothing`.execute(db);
}

export async function setCustomSettings(
  db: Db,
  { companyId, kioskId }: { companyId: number; kioskId: number },
  isOn: boolean,
): Promise<void> {
  await db
    .updateTable('kiosk')
    .set({ enable_custom_settings: isOn })
    .where('company_id', '=', companyId)
    .where('id', '=', kioskId)
    .execute();
}

export async function listFollowers(db: Db, { id, companyId }: SettingsOfCompany): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select for_kiosk_id as id from kiosk_settings_in_force
    where company_id = ${companyId} and id = ${id} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

const PasswordRow = z.strictObject({ password_hash: text.nullable() });

export async function findPasswordHash(db: Db, companyId: number, kioskId: number): Promise<string | null> {
  const { rows } = await typedSql(PasswordRow)`
    select password_hash from kiosk_settings_in_force
    where company_id = ${companyId} and for_kiosk_id = ${kioskId}`.execute(db);
  return rows[0]?.password_hash ?? null;
}

export async function findOwnPasswordHash(db: Db, { id, companyId }: SettingsOfCompany): Promise<string | null> {
  const settings = await db
    .selectFrom('kiosk_settings')
    .select('password_hash')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return settings?.password_hash ?? null;
}

async function findOne(db: Db, statement: RawBuilder<unknown>): Promise<KioskSettings | undefined> {
  const { rows } = await typedSql(KioskSettings)`${statement}`.execute(db);
  return rows[0];
}
