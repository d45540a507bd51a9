import type { MailKind } from '@vestibule/contract/platform/message-words.ts';
import type { Db } from '../platform/db/database.ts';
import { type MailContent, openMail } from '../platform/outbox/content.ts';
import type { MessageTable } from '../platform/outbox/outbox.store.ts';
import { testVault } from './server.ts';

export const linkPage = 'http://localhost/set-password';

export async function mailsWaitingFor<Kind extends MailKind>(
  db: Db,
  email: string,
  kind: Kind,
): Promise<MailContent<Kind>[]> {
  const waitingIn = (table: MessageTable) =>
    db.selectFrom(table).select(['id', 'content']).where('recipient', '=', email).where('kind', '=', kind);
  const rows = await waitingIn('message').unionAll(waitingIn('system_message')).orderBy('id').execute();
  return rows.map(({ id, content }) => {
    if (content === null) throw new Error('this test sends no mail');
    return openMail(testVault, { id, kind, content });
  });
}

export async function tokenFor(
  db: Db,
  email: string,
  kind: 'invite' | 'passwordReset' | 'hostLink' = 'invite',
): Promise<string> {
  const newest = (await mailsWaitingFor(db, email, kind)).at(-1);
  if (!newest) throw new Error(`no mail for ${email}`);
  return newest.link.slice(newest.link.lastIndexOf('/') + 1);
}
