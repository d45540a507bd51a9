import { readAnswer } from '@vestibule/contract/visits/answer.ts';
import { listVisitMessages } from '@vestibule/contract/visits/message.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { readVisitorStates } from '@vestibule/contract/visits/today.ts';
import type { Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import { answerToken } from '../visits/notification/answer-token.ts';
import { takeSteps } from '../visits/notification/escalation.ts';
import { building, type Building, visitTo } from './building.ts';
import { fresh, freshPhone } from './fresh.ts';
import { announcingAs } from './messaging.ts';
import { testVault } from './server.ts';
import { changeSettings } from './settings.ts';

/** A building whose hosts have 60 seconds for an answer. */
export async function patientBuilding(settings: Updateable<Tables['tenant_settings']> = {}, on?: Building) {
  const site = on ?? (await building());
  await changeSettings(site, { answer_within_seconds: 60, ...settings });
  const { db, company, tenant, employee } = site;
  // Ladders of other tests would be due too.
  await db.updateTable('escalation').set({ due_at: null }).execute();

  const colleague = (name: string, changes: Partial<{ email: string | null; phone: string | null }> = {}) =>
    db
      .insertInto('employee')
      .values({
        company_id: company.id,
        tenant_id: tenant.id,
        name,
        email: `colleague-${fresh()}@test.example`,
        phone: freshPhone(),
        id_from_service: `id-${fresh()}`,
        ...changes,
      })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow();
  const standIn = (id: number | null, until = '2999-12-31') =>
    db.updateTable('employee').set({ stand_in_id: id, stand_in_until: until }).where('id', '=', employee.id).execute();
  const backup = (id: number | null) =>
    db.updateTable('tenant').set({ backup_employee_id: id }).where('id', '=', tenant.id).execute();
  const arrive = async () => {
    const { data } = await site.as('reception').call(registerVisit, visitTo(tenant, { employeeId: employee.id }));
    return { visitorId: data.visitor.id, ...visitOf(site, data.visitor.currentVisitRecordId ?? 0) };
  };
  /** Takes the steps that are due after a time. */
  const step = async (unserved: readonly ('email' | 'sms')[] = [], seconds = 60) => {
    await pass(db, seconds);
    return takeSteps(site.reach, { unserved: new Set(unserved), smsRules: announcingAs(site).rules });
  };
  const needs = async (visitorId: number) => {
    const params = { companyId: company.id };
    const { data } = await site.as('reception').call(readVisitorStates, { params, body: { ids: [visitorId] } });
    return data[0]?.attention.includes('noAnswer');
  };
  return { ...site, colleague, standIn, backup, arrive, step, needs };
}

function visitOf({ as, db }: Pick<Building, 'as' | 'db'>, visitId: number) {
  const messages = async () => {
    const { data } = await as('reception').call(listVisitMessages, { params: { visitId } });
    return data
      .filter(({ channel }) => channel !== 'desk')
      .map(({ kind, channel, recipientName, state, problem }) => [kind, channel, recipientName, problem ?? state]);
  };
  /** Places in the list of the visit, of the steps that reception saw. */
  const shown = async () => {
    const { data } = await as('reception').call(listVisitMessages, { params: { visitId } });
    return data.flatMap(({ channel, createdAt }, place) => (channel === 'desk' ? { place, at: createdAt } : []));
  };
  const next = async (readerId?: number) =>
    (await as('pass').call(readAnswer, { params: { token: answerToken(testVault, visitId, readerId) } })).data.next;
  const ladder = () =>
    db.selectFrom('escalation').selectAll().where('visit_id', '=', visitId).executeTakeFirstOrThrow();
  return { visitId, messages, shown, next, ladder };
}

/** Moves all ladders into the past. */
export async function pass(db: Db, seconds: number): Promise<void> {
  const time = sql`make_interval(secs => ${seconds})`;
  await sql`update escalation set since = since - ${time}, due_at = due_at - ${time}`.execute(db);
}
