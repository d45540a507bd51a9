import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { hashOf, newSecret } from '../apps/server/src/platform/http/secret.ts';
import { newLicenseKey } from '../apps/server/src/kiosks/license/key.ts';

const companies = 20;
const managers = 2;

export interface KioskCompany {
  companyId: number;
  tenantId: number;
  tokens: string[];
  cookies: string[];
}

export async function seedKioskCompanies(client: pg.Client, count: number): Promise<KioskCompany[]> {
  const seeded: KioskCompany[] = [];
  while (seeded.length < companies) seeded.push(await seedCompany(client, Math.ceil(count / companies)));
  return seeded;
}

async function seedCompany(client: pg.Client, count: number): Promise<KioskCompany> {
  const insert = async (statement: string, values: unknown[]) =>
    (await client.query<{ id: number }>(`${statement} returning id`, values)).rows.map(({ id }) => id);
  const [companyId = 0] = await insert(
    `insert into company (name, time_zone) values ('House of kiosks', 'Europe/Oslo')`,
    [],
  );
  await client.query(`insert into tenant_settings (company_id, country_code) values ($1, 'NO')`, [companyId]);
  await client.query('insert into kiosk_settings (company_id) values ($1)', [companyId]);
  const [tenantId = 0] = await insert(`insert into tenant (company_id, name) values ($1, 'Aurora Shipping')`, [
    companyId,
  ]);
  const tokens = await seedKiosks(client, companyId, count);
  const userIds = await insert(
    `insert into user_account (email, role, company_id)
     select 'manager-' || gen_random_uuid() || '@house.test', 'company', $1::int from generate_series(1, $2::int)`,
    [companyId, managers],
  );
  const secrets = userIds.map(() => newSecret());
  await client.query(`insert into session (id_hash, user_id) select * from unnest($1::bytea[], $2::int[])`, [
    secrets.map(hashOf),
    userIds,
  ]);
  return { companyId, tenantId, tokens, cookies: secrets.map((secret) => `vestibule=${secret}`) };
}

/**
 * Tolerates one missing kiosk in a hundred.
 * @throws {Error} after ten minutes
 */
export async function waitUntilOnline(client: pg.Client, companyIds: readonly number[], count: number): Promise<void> {
  const deadline = performance.now() + 600_000;
  while (performance.now() < deadline) {
    const { rows } = await client.query<{ online: number }>(
      'select count(*)::int as online from kiosk where company_id = any($1::int[]) and is_online',
      [companyIds],
    );
    if ((rows[0]?.online ?? 0) >= count * 0.99) return;
    await sleep(500);
  }
  throw new Error('The kiosks did not come online.');
}

export async function seedKiosks(client: pg.Client, companyId: number, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => newSecret());
  await client.query(
    `with folder as (
       insert into license_folder (name) values ('Kiosks ' || gen_random_uuid()) returning id
     ), licensed as (
       insert into license (folder_id, key, mac, activation_date)
       select folder.id, key, 'AA:' || n, now()
       from folder, unnest($1::text[]) with ordinality as keys (key, n) returning id, key
     )
     insert into kiosk (company_id, name, hash, device_secret_hash, token_hash, token_is_used, license_id)
     select $2, 'Kiosk ' || n, upper(left(replace(gen_random_uuid()::text, '-', ''), 8)), token, token, true, licensed.id
     from unnest($1::text[], $3::bytea[]) with ordinality as given (key, token, n) join licensed using (key)`,
    [tokens.map(() => newLicenseKey()), companyId, tokens.map(hashOf)],
  );
  return tokens;
}
