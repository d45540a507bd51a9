import type { OwnSession } from '@vestibule/contract/accounts/own-sessions.ts';
import type { HostActor } from '@vestibule/contract/platform/access.ts';
import type { HostChoice } from '@vestibule/contract/visits/host.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { SignedIn, SignedInHost } from '../../platform/http/call.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';

const HostRow = z.strictObject({ id: int, company_id: int, tenant_id: int });
type HostRow = z.infer<typeof HostRow>;

export function actorOf({ id, company_id: companyId, tenant_id: tenantId }: HostRow): HostActor {
  return { userId: id, role: 'host', companyIds: [companyId], partnerId: null, tenantId };
}

const isOpen = sql`h.last_used_at > now() - interval '30 days'`;

/** Reads the database each time, so that a session ends at once with the employee or the address. */
export async function findHost(db: Db, id: string, isUse: boolean): Promise<SignedInHost | undefined> {
  const hash = hashOf(id);
  const { rows } = await typedSql(HostRow)`
    select e.id, e.company_id, e.tenant_id
    from host_session h
    join employee e on e.company_id = h.company_id and e.id = h.employee_id
    join company c on c.id = h.company_id and c.deleted_at is null
    where h.id_hash = ${hash} and ${isOpen} and h.address = lower(e.email)`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (isUse) {
    await sql`
      update host_session set last_used_at = now()
      where id_hash = ${hash} and last_used_at < now() - interval '1 minute'`.execute(db);
  }
  return { actor: actorOf(row), hash };
}

/** The employee is locked. Returns the secret of the cookie. */
export async function startHostSession(db: Db, actor: HostActor, device: string | null): Promise<string> {
  const id = newSecret();
  const { userId: employeeId, companyIds } = actor;
  const [companyId] = companyIds;
  await sql`
    insert into host_session (id_hash, company_id, employee_id, address, device)
    select ${hashOf(id)}, company_id, id, lower(email), ${device} from employee
    where company_id = ${companyId} and id = ${employeeId}`.execute(db);
  await audit(db, actor, { action: 'session.started', companyId, subject: 'employee', subjectId: employeeId });
  return id;
}

/** Ends links and sessions of employees whose address changed. They stay ended if the address returns. */
export async function endFormerAddresses(
  db: Db,
  { companyId, employeeIds }: { companyId: number; employeeIds: readonly number[] },
): Promise<void> {
  const isFormer = sql`x.company_id = ${companyId} and x.employee_id = any(${[...employeeIds]}::int[])
    and e.company_id = x.company_id and e.id = x.employee_id and x.address is distinct from lower(e.email)`;
  await sql`delete from host_link x using employee e where ${isFormer}`.execute(db);
  await sql`delete from host_session x using employee e where ${isFormer}`.execute(db);
}

/** Ends the session of a cookie. */
export async function endCookie(db: Db, id: string | undefined): Promise<void> {
  const host = id === undefined ? undefined : await findHost(db, id, false);
  if (host) await endSessions(db, host.actor, sql`id_hash = ${host.hash}`);
}

async function endSessions(db: Db, actor: HostActor, which: ReturnType<typeof sql>): Promise<boolean> {
  const { userId: employeeId, companyIds } = actor;
  const [companyId] = companyIds;
  return transaction(db, async (db) => {
    const { rows } = await sql`
      delete from host_session
      where company_id = ${companyId} and employee_id = ${employeeId} and ${which} returning id`.execute(db);
    if (rows.length === 0) return false;
    await audit(db, actor, { action: 'session.ended', companyId, subject: 'employee', subjectId: employeeId });
    return true;
  });
}

/** @throws {Refusal} `notFound` for the session of another host */
export async function endHostSession(db: Db, actor: HostActor, id: number): Promise<void> {
  if (!(await endSessions(db, actor, sql`id = ${id}`))) throw new Refusal('notFound');
}

export async function endOtherHostSessions(db: Db, actor: HostActor, hash: Buffer | null): Promise<void> {
  await endSessions(db, actor, sql`id_hash is distinct from ${hash}::bytea`);
}

const SessionRow = z.strictObject({
  id: int,
  device: text.nullable(),
  created_at: moment,
  last_used_at: moment,
  is_current: bool,
});

export async function readHostSessions(db: Db, actor: HostActor, hash: Buffer | null): Promise<OwnSession[]> {
  const { rows } = await typedSql(SessionRow)`
    select h.id, h.device, h.created_at, h.last_used_at, h.id_hash is not distinct from ${hash}::bytea as is_current
    from host_session h
    where h.company_id = ${actor.companyIds[0]} and h.employee_id = ${actor.userId} and ${isOpen}
    order by h.last_used_at desc, h.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    startedAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }));
}

const ChoiceRow = HostRow.extend({ name: text, tenant: text, is_chosen: bool });
type ChoiceRow = z.infer<typeof ChoiceRow>;

/** Employees in the scope of a user with the address of the user. A superAdmin or partner has none. */
async function listChoices(db: Db, { hash }: SignedIn): Promise<ChoiceRow[]> {
  const { rows } = await typedSql(ChoiceRow)`
    select e.id, e.company_id, e.tenant_id, e.name, t.name as tenant, s.host_employee_id is not distinct from e.id as is_chosen
    from session s
    join user_account u on u.id = s.user_id and u.role in ('company', 'reception', 'tenant')
    join employee e on lower(e.email) = lower(u.email) and e.company_id = u.company_id
      and (u.tenant_id is null or e.tenant_id = u.tenant_id)
    join tenant t on t.company_id = e.company_id and t.id = e.tenant_id
    where s.id_hash = ${hash}
    order by t.folded_name, t.id, e.id`.execute(db);
  return rows.length === 1 ? rows.map((row) => ({ ...row, is_chosen: true })) : rows;
}

export function toChoice({ id, name, tenant_id: tenantId, tenant }: Omit<ChoiceRow, 'is_chosen'>): HostChoice {
  return { id, name, tenant: { id: tenantId, name: tenant } };
}

/** @throws {Refusal} `notFound` without an employee; `chooseEmployee` for several, of whom the user chose none */
export async function findHostOfUser(db: Db, session: SignedIn): Promise<HostActor> {
  const choices = await listChoices(db, session);
  const chosen = choices.find(({ is_chosen: isChosen }) => isChosen);
  if (chosen) return actorOf(chosen);
  if (choices.length === 0) throw new Refusal('notFound');
  throw new Refusal('chooseEmployee', { employees: choices.map(toChoice) });
}

export async function readChoices(db: Db, session: SignedIn): Promise<(HostChoice & { isChosen: boolean })[]> {
  const choices = await listChoices(db, session);
  return choices.map((row) => ({ ...toChoice(row), isChosen: row.is_chosen }));
}

/** @throws {Refusal} `notFound` for an employee with another address or out of scope */
export async function chooseHost(db: Db, session: SignedIn, employeeId: number): Promise<HostActor> {
  const choices = await listChoices(db, session);
  const chosen = orNotFound(choices.find(({ id }) => id === employeeId));
  await db.updateTable('session').set({ host_employee_id: employeeId }).where('id_hash', '=', session.hash).execute();
  return actorOf(chosen);
}
