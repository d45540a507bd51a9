import type { DeviceActor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';

/**
 * The kiosk whose token it is. A token is used for the first time here: what it replaces ends with that.
 * Undefined for a token that is nobody's, or of a company that is gone.
 */
export async function findDevice(db: Db, token: string): Promise<DeviceActor | undefined> {
  const hash = hashOf(token);
  const { rows } = await sql<{ id: number; company_id: number; is_settled: boolean }>`
    select k.id, k.company_id, k.token_hash = ${hash} and k.token_is_used as is_settled
    from kiosk k join company c on c.id = k.company_id and c.deleted_at is null
    where k.token_hash = ${hash} or k.next_token_hash = ${hash}`.execute(db);
  const [kiosk] = rows;
  if (!kiosk) return undefined;
  if (!kiosk.is_settled && !(await settle(db, kiosk.id, hash))) return undefined;
  return deviceActor(kiosk);
}

/** Whom the device of a kiosk acts as. */
export function deviceActor({ id, company_id: companyId }: { id: number; company_id: number }): DeviceActor {
  return { userId: id, role: 'kiosk', companyIds: [companyId], partnerId: null, tenantId: null };
}

/** Makes the token the kiosk's only one. False when it has ended since it was looked at. */
async function settle(db: Db, kioskId: number, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update kiosk set
      token_hash = ${hash}, token_is_used = true,
      next_token_hash = case when next_token_hash <> ${hash} then next_token_hash end
    where id = ${kioskId} and (token_hash = ${hash} or next_token_hash = ${hash})
    returning id`.execute(db);
  return rows.length > 0;
}

/** Gives a device its first token, in place of one that it has not used. */
export async function giveToken(db: Db, kioskId: number): Promise<string> {
  const token = newSecret();
  await db
    .updateTable('kiosk')
    .set({ token_hash: hashOf(token), token_is_used: false, next_token_hash: null })
    .where('id', '=', kioskId)
    .execute();
  return token;
}

/** A token to come after the one that the device has, which goes on until the new one is used. */
export async function rotateToken(db: Db, { userId: kioskId }: DeviceActor): Promise<{ token: string }> {
  const token = newSecret();
  await db
    .updateTable('kiosk')
    .set({ next_token_hash: hashOf(token) })
    .where('id', '=', kioskId)
    .execute();
  return { token };
}
