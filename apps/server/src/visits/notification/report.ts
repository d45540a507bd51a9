import { type Db, transaction } from '../../platform/db/database.ts';
import type { SmsReport } from '../../platform/integrations/sms/sms.ts';
import { settleReported } from '../../platform/outbox/outbox.store.ts';
import { publishVisits } from './visit-news.ts';

/** Writes down what a provider reports of an SMS. What is of no message any more is left alone. */
export async function takeReport(db: Db, report: SmsReport): Promise<void> {
  await transaction(db, async (db) => {
    const changed = await settleReported(db, report);
    if (changed && changed.visit_id !== null) await publishVisits(db, [changed.visit_id]);
  });
}
