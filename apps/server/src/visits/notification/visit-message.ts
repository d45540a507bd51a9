import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { VisitMessage } from '@vestibule/contract/visits/message.ts';
import { audit } from '../../platform/audit/audit.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { found } from '../../platform/http/refusal.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { sendAgain } from './message.ts';
import { toMessage } from './message.store.ts';
import {
  findCompanyOfVisit,
  listMessagesOfVisit,
  listUntoldVisits,
  type VisitMessageRow,
} from './visit-message.store.ts';
import { publishVisits } from './visit-news.ts';

/** Whom a visit was announced to, the oldest first. @throws {Refusal} `notFound` */
export async function readVisitMessages(db: Db, actor: Actor, visitId: number): Promise<VisitMessage[]> {
  const companyId = await requireVisit(db, actor, visitId);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'visit.listed', companyId, subject: 'visit', subjectId: visitId });
  }
  return (await listMessagesOfVisit(db, visitId)).map(toVisitMessage);
}

/** The visits of those inside about which a message failed or is held. @throws {Refusal} `notFound` */
export async function readUntoldVisits(db: Db, actor: Actor, companyId: number): Promise<number[]> {
  await requireCompany(db, actor, companyId);
  return listUntoldVisits(db, actor, companyId);
}

/**
 * Queues a message about a visit that got nowhere as if it were new.
 * @throws {Refusal} `notFound`; `messageIsNotFailed`; `messageHasExpired`
 */
export function sendVisitMessageAgain(
  db: Db,
  actor: Actor,
  rules: SmsRules,
  { visitId, messageId }: { visitId: number; messageId: number },
): Promise<VisitMessage> {
  return transaction(db, async (db) => {
    await requireVisit(db, actor, visitId);
    found((await listMessagesOfVisit(db, visitId, messageId))[0]);
    await sendAgain(db, actor, rules, messageId);
    await publishVisits(db, [visitId]);
    return toVisitMessage(found((await listMessagesOfVisit(db, visitId, messageId))[0]));
  });
}

/** The company of the visit. */
async function requireVisit(db: Db, actor: Actor, visitId: number): Promise<number> {
  return found(await findCompanyOfVisit(db, actor, visitId));
}

function toVisitMessage(row: VisitMessageRow): VisitMessage {
  const { id, channel, kind, state, nextAttemptAt, problem, createdAt, deliveredAt, canRetry, canRelease } =
    toMessage(row);
  const recipientName = row.recipient_name;
  return {
    id,
    channel,
    kind,
    state,
    nextAttemptAt,
    problem,
    createdAt,
    deliveredAt,
    canRetry,
    canRelease,
    recipientName,
  };
}
