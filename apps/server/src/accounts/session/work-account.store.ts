import { roles } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Identity } from '../../platform/integrations/identity/identity.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

export const SignInUser = z.strictObject({
  id: int,
  role: z.enum(roles),
  company_id: int.nullable(),
});
export type SignInUser = z.infer<typeof SignInUser>;

/** Whose work account this is. */
export async function findUserOfWorkAccount(
  db: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<SignInUser | undefined> {
  const { rows } = await typedSql(SignInUser)`
    select u.id, u.role, u.company_id from work_account w join user_account u on u.id = w.user_id
    where w.issuer = ${issuer} and w.subject = ${subject}`.execute(db);
  return rows[0];
}

/** Makes the account that of the user with this e-mail address, unless that user has another one at the same issuer. */
export async function bindWorkAccount(
  db: Db,
  { issuer, subject, verifiedEmail }: Identity & { verifiedEmail: string },
): Promise<void> {
  await sql`
    insert into work_account (issuer, subject, user_id)
    select ${issuer}, ${subject}, id from user_account where email = ${verifiedEmail}
    on conflict do nothing`.execute(db);
}
