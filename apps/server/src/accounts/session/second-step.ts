import type { Role } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import type { KnownBrowserCookie, StepCookie } from '../../platform/http/cookie.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { type FactorUser, findFactorUser, hasSecondFactor } from './second-factor.ts';
import { rememberBrowser } from './known-browser.ts';
import type { Sessions } from './session.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

/** Time for the second step, enough to install an app. */
const waitSeconds = 900;

export type Admission = { session: string } | { step: string; reason: 'secondFactorRequired' | 'secondFactorMissing' };

export interface AdmissionContext {
  sessions: Sessions;
  device: string | null;
  knownBrowser: KnownBrowserCookie;
  requiredRoles: ReadonlySet<Role>;
}

type SessionContext = Pick<AdmissionContext, 'sessions' | 'device' | 'knownBrowser'>;

interface Admitted {
  id: number;
  role: Role;
  company_id: number | null;
}

export async function admit(db: Db, user: Admitted, context: AdmissionContext): Promise<Admission> {
  if (await hasSecondFactor(db, user.id)) return { step: await makeStep(db, user.id), reason: 'secondFactorRequired' };
  if (context.requiredRoles.has(user.role)) {
    return { step: await makeStep(db, user.id), reason: 'secondFactorMissing' };
  }
  return { session: await startSession(db, user, context) };
}

export async function startSession(
  db: Db,
  user: Admitted,
  { sessions, device, knownBrowser }: SessionContext,
  { isVouchedFor = false } = {},
): Promise<string> {
  const act = { action: 'session.started', companyId: user.company_id, subject: 'user', subjectId: user.id } as const;
  await audit(db, { userId: user.id, role: user.role }, act);
  await rememberBrowser(db, user.id, knownBrowser);
  return sessions.start(db, user.id, { device, isVouchedFor });
}

export function sessionOf(admission: Admission, cookie: StepCookie): string {
  if ('session' in admission) return admission.session;
  cookie.write(admission.step, waitSeconds);
  throw new Refusal(admission.reason);
}

export async function findWaitingUser(db: Db, cookie: StepCookie): Promise<FactorUser> {
  const { rows } = await typedSql({ user_id: int })`
    select user_id from sign_in_step where id_hash = ${hashOf(cookie.read() ?? '')} and expires_at > now()`.execute(db);
  if (!rows[0]) throw new Refusal('secondStepOver');
  return findFactorUser(db, rows[0].user_id);
}

export async function endWait(db: Db, user: FactorUser, cookie: StepCookie, context: SessionContext): Promise<string> {
  const { rows } = await sql`
    delete from sign_in_step where id_hash = ${hashOf(cookie.read() ?? '')} and user_id = ${user.id} and expires_at > now()
    returning user_id`.execute(db);
  if (rows.length === 0) throw new Refusal('secondStepOver');
  return startSession(db, user, context);
}

export async function forgetWaits(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_step').where('user_id', '=', userId).execute();
}

async function makeStep(db: Db, userId: number): Promise<string> {
  const id = newSecret();
  await sql`
    insert into sign_in_step (id_hash, user_id, expires_at)
    values (${hashOf(id)}, ${userId}, now() + make_interval(secs => ${waitSeconds}))`.execute(db);
  return id;
}
