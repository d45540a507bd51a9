import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { FastifyBaseLogger } from 'fastify';
import { program } from '../../platform/audit/audit.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { startLanes } from '../../platform/jobs/lanes.ts';
import { type Bus, notify, notifyDebounced } from '../../platform/live/bus.ts';
import { publishVisits } from './arrival.ts';
import {
  askNext,
  findPause,
  type RowKey,
  listCompaniesWithDue,
  listLadders,
  listServed,
  lockDue,
  moveSteps,
  noteStep,
  stopOthers,
} from './escalation.store.ts';
import { barMessages, holdMessages } from './hold.ts';

/** Visits per transaction. */
const batchSize = 50;
/** Pause after a failure, or while another transaction holds a due visit. */
const retryMs = 200;
/** The host by SMS, the stand-in and the backup employee. */
const mostPeople = 3;

interface EscalationDeps {
  /** Channels without a provider. */
  unserved: ReadonlySet<'email' | 'sms'>;
  smsRules: SmsRules;
}

interface EscalatorOptions extends EscalationDeps {
  reach: Reach;
  bus: Bus;
  log: FastifyBaseLogger;
}

/** Takes the steps of unanswered arrivals. It sleeps until the next is due, and a changed setting wakes it. */
export function startEscalator({ reach, bus, log, ...deps }: EscalatorOptions): { stop(): Promise<void> } {
  let alarm: NodeJS.Timeout | undefined;
  const wakeIn = (ms: number) => {
    clearTimeout(alarm);
    alarm = setTimeout(() => lanes.wake(), Math.max(ms, retryMs));
  };
  const take = async () => {
    // A failure, too, is followed by another attempt.
    wakeIn(retryMs);
    const taken = await takeSteps(reach, deps);
    const pause = await findPause(reach.acrossCompanies);
    if (pause === undefined) clearTimeout(alarm);
    else wakeIn(pause);
    return { begun: [], isMore: taken === batchSize };
  };
  const lanes = startLanes({ lanes: 1, what: 'steps of the escalation', topic: 'escalation', take, bus, log });
  return {
    async stop() {
      await lanes.stop();
      clearTimeout(alarm);
    },
  };
}

/** Takes due steps. Messages, ladders and live events are one transaction, so a dead worker leaves no half step. Returns how many. */
export async function takeSteps({ acrossCompanies, within }: Reach, deps: EscalationDeps): Promise<number> {
  const companyIds = await listCompaniesWithDue(acrossCompanies);
  if (companyIds.length === 0) return 0;
  return transaction(within(companyIds), async (db) => {
    await stopOthers(db, batchSize);
    const due = await lockDue(db, batchSize);
    if (due.length === 0) return 0;
    // Without a provider the next person is asked at once.
    let waiting = due;
    for (let people = 0; people < mostPeople && waiting.length > 0; people += 1) {
      const asked = await askNext(db, waiting, deps.unserved);
      await limit(db, deps.smsRules, asked);
      const served = new Set(await listServed(db, asked));
      if (served.size > 0) notifyDebounced(db, 'message');
      const reached = new Set(asked.map((message) => message.visit_id));
      waiting = waiting.filter(({ id }) => reached.has(id) && !served.has(id));
    }
    await noteStep(db, due);
    for (const [companyId, visits] of Map.groupBy(due, ({ company_id: id }) => id)) {
      await publishVisits(
        db,
        companyId,
        visits.map(({ id }) => id),
      );
    }
    return due.length;
  });
}

/** SMS of the ladder count for the limits as others do. */
async function limit(db: Db, rules: SmsRules, asked: readonly RowKey[]): Promise<void> {
  for (const [companyId, messages] of Map.groupBy(asked, (message) => message.company_id)) {
    const sender: Agent = { ...program, companyIds: [companyId], partnerId: null, tenantId: null };
    const allowed = await barMessages(
      db,
      companyId,
      messages.map(({ id }) => id),
      rules,
    );
    await holdMessages(db, companyId, allowed, { sender, rules });
  }
}

/** A step is due one period after the last one. A changed period applies at once. */
export async function followAnswerPeriod(db: Db, { companyId }: { companyId: number }): Promise<void> {
  if (await moveSteps(db, companyId)) await notify(db, 'escalation', '');
}

/** Desks show whom the next step asks. Call it after a change of a stand-in or a backup employee. */
export async function publishLadders(
  db: Db,
  { companyId, tenantId }: { companyId: number; tenantId: number },
): Promise<void> {
  await publishVisits(db, companyId, await listLadders(db, companyId, tenantId));
}
