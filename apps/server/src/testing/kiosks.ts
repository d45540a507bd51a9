import { randomUUID } from 'node:crypto';
import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { hashOf, newSecret } from '../platform/http/secret.ts';
import { fresh, type Named } from './fresh.ts';
import { seedFolder, seedLicense } from './licenses.ts';

interface KnownKiosk {
  name?: string;
  comment?: string;
  isOnline?: boolean;
}

export async function seedKiosk(
  db: Db,
  { company }: { company: { id: number } },
  { name = `Kiosk ${fresh()}`, comment, isOnline = false }: KnownKiosk = {},
): Promise<Named & { hash: string; token: string }> {
  const token = newSecret();
  const row = await db
    .insertInto('kiosk')
    .values({
      company_id: company.id,
      name,
      comment: comment ?? null,
      hash: freshHash(),
      device_secret_hash: hashOf(`the device of ${token}`),
      token_hash: hashOf(token),
      ...(isOnline && { is_online: true, channel_id: randomUUID(), last_seen_at: sql`now()` }),
    })
    .returning(['id', 'name', 'hash'])
    .executeTakeFirstOrThrow();
  return { ...row, token };
}

export async function seedPendingKiosk(db: Db, { company }: { company: { id: number } }): Promise<{ id: number }> {
  const kiosk = await db
    .insertInto('kiosk')
    .values({
      company_id: company.id,
      name: `Kiosk ${fresh()}`,
      hash: freshHash(),
      code_expires_at: sql`now() + interval '30 minutes'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('pending_device')
    .values({
      company_id: company.id,
      kiosk_id: kiosk.id,
      secret_hash: hashOf(newSecret()),
      network: '203.0.113.7',
      app_version: '1.0.0',
    })
    .execute();
  return kiosk;
}

export async function seedLicensedKiosk(
  db: Db,
  site: Parameters<typeof seedKiosk>[1],
): Promise<Awaited<ReturnType<typeof seedKiosk>> & { license: { id: number; key: string } }> {
  const kiosk = await seedKiosk(db, site);
  const license = await seedLicense(db, await seedFolder(db), { mac: macOf(kiosk.id) });
  await db
    .updateTable('kiosk')
    .set({ license_id: license.id, mac: macOf(kiosk.id) })
    .where('id', '=', kiosk.id)
    .execute();
  return { ...kiosk, license };
}

export function macOf(kioskId: number): string {
  const digits = kioskId.toString(16).toUpperCase().padStart(10, '0');
  return `02:${digits.match(/../g)?.join(':') ?? ''}`;
}

export function freshHash(): string {
  return `K${fresh().toString(36).toUpperCase().padStart(7, '0')}`;
}

export async function companySettingsId(db: Db, companyId: number): Promise<number> {
  const query = db.selectFrom('kiosk_settings').select('id').where('company_id', '=', companyId);
  return (await query.where('kiosk_id', 'is', null).executeTakeFirstOrThrow()).id;
}

export const newKioskSettings = {
  languages: ['en', 'no'],
  defaultLanguage: 'no',
  background: 'none',
  sinageUrl: null,
  logoImageId: null,
  backgroundImageId: null,
  enableEmployeePicture: true,
  enableDeliveryButton: true,
  enableSaveVisitor: true,
  isPrinterOn: true,
  isScanerOn: true,
  accentColor: '#0B7A75',
  welcomeTexts: { en: 'Welcome aboard', no: 'Velkommen om bord' },
  workingHoursStart: '07:00',
  workingHoursEnd: '18:30',
} satisfies Partial<KioskSettings>;
