import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { enqueueMails } from '../../platform/outbox/enqueue.ts';
import type { TakenRun } from './sync.store.ts';
import { typedSql, text } from '../../platform/db/typed-sql.ts';

/** Somebody is told when this many synchronisations in a row have failed; not again before one has succeeded. */
const patience = 3;
const daysOfUse = 7;

const Recipients = z.strictObject({
  tenant: text,
  addresses: z.array(text),
  language: z.enum(languages),
  console_address: text,
});
type Recipients = z.infer<typeof Recipients>;

/** Writes to those whom the company wants told, at the third failure in a row. */
export async function tellOfFailures(
  db: Db,
  vault: Vault,
  { tenantId, companyId, kind }: TakenRun,
  { failures, failure }: { failures: number; failure: SyncFailure },
): Promise<void> {
  if (kind !== 'sync' || failures !== patience) return;
  const { rows } = await typedSql(Recipients)`
    select t.name as tenant, c.notification_emails as addresses, s.email_language as language, d.console_address
    from tenant t
    join company c on c.id = t.company_id
    join directory_sync d on d.tenant_id = t.id
    join tenant_settings s on s.company_id = c.id and s.tenant_id is null
    where t.id = ${tenantId}`.execute(db);
  const expiresAt = new Date(Date.now() + daysOfUse * 86_400_000);
  const mails = rows.flatMap(({ tenant, addresses, language, console_address: address }) => {
    const content = { tenant, failure, times: patience, link: `${address}/tenants/${tenantId}` };
    return addresses.map((to) => ({ kind: 'directoryFailed' as const, companyId, to, language, content, expiresAt }));
  });
  await enqueueMails(db, vault, mails);
}
