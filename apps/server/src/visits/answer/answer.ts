import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import type { AnswerFields, AnswerPage, HostVisit } from '@vestibule/contract/visits/answer.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, type Reach, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { type Channel, publish } from '../../platform/live/publish.ts';
import { visitAnswered } from './answer.events.ts';
import { publishVisits } from '../notification/arrival.ts';
import { withoutLinks } from '../../platform/values/without-links.ts';
import { toAnswer, toNext } from '../visitor/visitor.rows.ts';
import {
  findCompanyInScope,
  findHostVisit,
  type HostVisitRow,
  listAnswers,
  lockColleague,
  storeAnswer,
} from './answer.store.ts';
import { findCompanyOfVisit, readAnswerToken } from '../notification/answer-token.ts';

export { findHostVisit, HostVisitRow, isOver } from './answer.store.ts';

/** Unknown tokens per network, as for passes. */
const guesses: Limit = { uses: 60, seconds: 60 };

interface Presented {
  vault: Vault;
  token: string;
  network: string;
}

/**
 * Only unknown tokens are counted, and their lookup takes the same time whatever their form is.
 * @throws {Refusal} `linkInvalid`; `visitIsOver`; `tooManyRequests` for many unknown tokens of a network
 */
async function knownVisit(
  { acrossCompanies, within }: Reach,
  { vault, token, network }: Presented,
): Promise<{ db: Db; visit: HostVisitRow }> {
  const { visitId, colleagueId } = readAnswerToken(vault, token) ?? { visitId: 0 };
  const companyId = await findCompanyOfVisit(acrossCompanies, visitId);
  const db = within([companyId]);
  const row = await findHostVisit(db, companyId, visitId, colleagueId);
  if (!row) {
    await countUse(db, `unknown answer from ${network}`, guesses);
    throw new Refusal('linkInvalid');
  }
  if (row.is_over) throw new Refusal('visitIsOver');
  return { db, visit: row };
}

export async function readAnswer(reach: Reach, presented: Presented): Promise<AnswerPage> {
  const { visit } = await knownVisit(reach, presented);
  return toPage(visit);
}

/**
 * The last answer wins.
 * @throws {Refusal} `linkInvalid`; `visitIsOver`; `validation` for an employee of another tenant
 */
export async function giveAnswer(reach: Reach, presented: Presented, answer: AnswerFields): Promise<AnswerPage> {
  const { db, visit } = await knownVisit(reach, presented);
  return toPage(await recordAnswer(db, { userId: visit.reader_id, role: 'pass' }, visit, answer));
}

/**
 * Records at a desk what the host said.
 * @throws {Refusal} `notFound`, also without a host; `visitIsOver`; `validation` for an employee of another tenant
 */
export async function answerForHost(db: Db, actor: Actor, visitId: number, answer: AnswerFields): Promise<HostVisit> {
  const companyId = orNotFound(await findCompanyInScope(db, actor, visitId));
  const visit = orNotFound(await findHostVisit(db, companyId, visitId));
  return toHostVisit(await recordAnswer(db, actor, visit, answer));
}

/**
 * Records the answer of the host, or of the colleague who reads the visit.
 * @throws {Refusal} `visitIsOver`; `validation` for an employee of another tenant
 */
export function recordAnswer(
  db: Db,
  agent: Pick<Agent, 'userId' | 'role'>,
  visit: HostVisitRow,
  answer: AnswerFields,
): Promise<HostVisitRow> {
  const { employeeId } = answer;
  const { id, company_id: companyId, tenant_id: tenantId, employee_id: hostId, reader_id: readerId } = visit;
  const answererId = readerId === hostId ? null : readerId;
  return transaction(db, async (db) => {
    if (answererId !== null && !(await lockColleague(db, visit, answererId))) throw new Refusal('linkInvalid');
    const isColleague = typeof employeeId !== 'number' || (await lockColleague(db, visit, employeeId));
    if (!isColleague) throw new Refusal('validation', { fields: { employeeId: 'hostNotFound' } });
    if (!(await storeAnswer(db, visit, answer, answererId))) throw new Refusal('visitIsOver');
    await audit(db, agent, { action: 'visit.answered', companyId, subject: 'visit', subjectId: id });
    const channels = [`managers:${companyId}`, `reception:${companyId}`, `tenant:${tenantId}`] as const;
    await publish(
      db,
      companyId,
      channels.map((channel) => ({ channel, event: 'visit_answered', ids: [id] })),
    );
    await publishVisits(db, companyId, [id]);
    await visitAnswered.publish(db, { companyId, visitId: id });
    return orNotFound(await findHostVisit(db, companyId, id, readerId));
  });
}

interface Answered {
  visitorId: number;
  visitId: number;
  answer: Answer;
}

export async function answersOnChannel(
  db: Db,
  channel: Channel,
  events: readonly (readonly number[])[],
): Promise<(Answered | undefined)[]> {
  const rows = await listAnswers(db, channel, [...new Set(events.flat())]);
  const byVisit = new Map(rows.map((row) => [row.id, row]));
  return events.map(([visitId]) => {
    const row = visitId === undefined ? undefined : byVisit.get(visitId);
    return row && { visitorId: row.visitor_id, visitId: row.id, answer: toAnswer(row.answer) };
  });
}

type ShownVisit = Pick<
  HostVisitRow,
  | 'id'
  | 'name'
  | 'company_name'
  | 'title'
  | 'starts_at'
  | 'checked_in_at'
  | 'checked_out_at'
  | 'answer'
  | 'next'
  | 'employee_id'
>;

export function toHostVisit(row: ShownVisit, readerId = row.employee_id): HostVisit {
  return {
    id: row.id,
    visitorName: row.name,
    companyName: row.company_name,
    title: row.title === null ? null : withoutLinks(row.title),
    startsAt: row.starts_at,
    checkedInAt: row.checked_in_at,
    checkedOutAt: row.checked_out_at,
    answer: row.answer && toAnswer(row.answer),
    next: toNext(row.next, readerId),
  };
}

function toPage(row: HostVisitRow): AnswerPage {
  return {
    ...toHostVisit(row, row.reader_id),
    host: { id: row.employee_id, name: row.host },
    reader: { id: row.reader_id, name: row.reader },
    tenant: { id: row.tenant_id, name: row.tenant },
    building: { name: row.house, timeZone: row.zone },
    language: row.language,
    colleagues: row.colleagues,
  };
}
