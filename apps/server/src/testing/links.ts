import type { MailKind } from '@vestibule/contract/platform/message-words.ts';
import type { Db } from '../platform/db/database.ts';
import { type MailContent, openMail } from '../platform/outbox/content.ts';
import { testVault } from './server.ts';

/** The console's page for setting a password, at the address that calls in the process go to. */
export const linkPage = 'http://localhost/set-password';

/** What the mails to an address say that wait to be sent, the oldest first. */
export async function mailsWaitingFor<Kind extends MailKind>(
  db: Db,
  email: string,
  kind: Kind,
): Promise<MailContent<Kind>[]> {
  const rows = await db
    .selectFrom('message')
    .select(['id', 'content'])
    .where('recipient', '=', email)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  return rows.map(({ id, content }) => {
    if (content === null) throw new Error('nobody sends mails in this test');
    return openMail(testVault, { id, kind, content });
  });
}

/** The token of the newest link that is on its way to an address. */
export async function tokenFor(db: Db, email: string, kind: 'invite' | 'passwordReset' = 'invite'): Promise<string> {
  const newest = (await mailsWaitingFor(db, email, kind)).at(-1);
  if (!newest) throw new Error(`no mail for ${email}`);
  return newest.link.slice(newest.link.lastIndexOf('/') + 1);
}
