import type pg from 'pg';
import { seedUsers } from '../../building.ts';
import { seedKiosks } from '../../kiosk-companies.ts';

export const companies = 10;

export interface Site {
  companyId: number;
  tenantId: number;
  employeeId: number;
  cookies: string[];
  tokens: string[];
}

/** Spreads desks and kiosks over ten companies. The first company writes mails to hosts. */
export async function seedSites(client: pg.Client, desks: number, kiosks: number): Promise<Site[]> {
  const sites: Site[] = [];
  for (let number = 0; number < companies; number += 1) {
    const insert = async (statement: string, values: unknown[]) => {
      const { rows } = await client.query<{ id: number }>(`${statement} returning id`, values);
      return inTurn(rows, 0).id;
    };
    const companyId = await insert(`insert into company (name, time_zone) values ($1, 'Europe/Oslo')`, [
      `House ${number}`,
    ]);
    await client.query(
      `insert into tenant_settings (company_id, country_code, enable_email_to_employee) values ($1, 'NO', $2)`,
      [companyId, number === 0],
    );
    await client.query('insert into kiosk_settings (company_id) values ($1)', [companyId]);
    const tenantId = await insert(`insert into tenant (company_id, name) values ($1, 'Aurora Shipping')`, [companyId]);
    const employeeId = await insert(
      `insert into employee (company_id, tenant_id, name, email) values ($1, $2, 'Emil Strand', 'emil@aurora.test')`,
      [companyId, tenantId],
    );
    sites.push({
      companyId,
      tenantId,
      employeeId,
      cookies: await seedUsers(client, companyId, shareOf(desks, number)),
      tokens: await seedKiosks(client, companyId, shareOf(kiosks, number)),
    });
  }
  return sites;
}

/**
 * Returns the item at `index`, which starts again after the last item.
 * @throws {Error} if there are no items
 */
export function inTurn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There are no items.');
  return item;
}

/** The share of one of the ten companies. */
function shareOf(count: number, company: number): number {
  return Math.floor(count / companies) + (company < count % companies ? 1 : 0);
}
