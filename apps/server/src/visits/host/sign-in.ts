import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostActor } from '@vestibule/contract/platform/access.ts';
import { type Language, languages } from '@vestibule/contract/platform/values.ts';
import type { HostChoice } from '@vestibule/contract/visits/host.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { refuseNetwork } from '../../accounts/session/guard.ts';
import { acceptReturn, type WorkSignInContext } from '../../accounts/session/work-account.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { int, text, typedSql } from '../../platform/db/typed-sql.ts';
import { countMisses, countUse, type Limit } from '../../platform/http/limit.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { isLoopback } from '../../platform/integrations/loopback.ts';
import { enqueueMail } from '../../platform/outbox/enqueue.ts';
import { actorOf, startHostSession, toChoice } from './host-session.ts';

const validMinutes = 15;
const linkPath = '/my/link';

/** As wrong passwords of a network. All requests count, because a limit of unknown addresses would reveal the known ones. */
const requests: Limit = { uses: 50, seconds: 900 };
/** Links per address: enough for a typing error, too few to fill a mailbox. */
const links: Limit = { uses: 5, seconds: 3_600 };
/** Unknown tokens per network, as for passes and answers. */
const guesses: Limit = { uses: 60, seconds: 60 };
/** Milliseconds of all answers. Writing a mail takes less. */
const minAnswerMs = 400;

interface LinkContext {
  vault: Vault;
  network: string;
  origin: string;
  publicUrl: URL | null;
}

/**
 * Mails a link to employees with the address. Answers alike for an unknown address.
 * @throws {Refusal} `tooManyRequests`; `urlNotAllowed` if a request could name any host as that of the link
 */
export async function requestLink(db: Db, email: string, context: LinkContext): Promise<null> {
  const { network, origin, publicUrl } = context;
  if (publicUrl === null && !isLoopback(new URL(origin).hostname)) throw new Refusal('urlNotAllowed');
  await refuseNetwork(db, network);
  await countUse(db, `links of hosts from ${network}`, requests);
  await Promise.all([mailLink(db, email, context), sleep(minAnswerMs)]);
  return null;
}

const EmployeeRow = z.strictObject({
  id: int,
  company_id: int,
  tenant_id: int,
  name: text,
  tenant: text,
  language: z.enum(languages),
});
type EmployeeRow = z.infer<typeof EmployeeRow>;

/** Locks the employees, so that a concurrent change of the address waits and then ends what the address began. */
async function lockEmployees(db: Db, condition: ReturnType<typeof sql>): Promise<EmployeeRow[]> {
  const { rows } = await typedSql(EmployeeRow)`
    select e.id, e.company_id, e.tenant_id, e.name, t.name as tenant, s.email_language as language
    from employee e
    join tenant t on t.company_id = e.company_id and t.id = e.tenant_id
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    join company c on c.id = e.company_id and c.deleted_at is null
    where ${condition} order by e.id for share of e`.execute(db);
  return rows;
}

const withAddress = (email: string) => sql`lower(e.email) = ${email.toLowerCase()}`;

async function mailLink(db: Db, email: string, { vault, origin }: LinkContext): Promise<void> {
  if (!(await mayBeSentAnother(db, email))) return;
  await transaction(db, async (db) => {
    const employees = await lockEmployees(db, withAddress(email));
    const [first] = employees;
    if (!first) return;
    const token = await makeLink(db, employees);
    await enqueueMail(db, vault, {
      kind: 'hostLink',
      content: { link: `${origin}${linkPath}/${token}`, validMinutes },
      companyId: first.company_id,
      to: email,
      language: languageOf(employees),
      expiresAt: new Date(Date.now() + validMinutes * 60_000),
    });
  });
}

function languageOf([first]: readonly EmployeeRow[]): Language {
  return first?.language ?? 'en';
}

/** Above the limit the call still succeeds, because a refusal would reveal the address. */
async function mayBeSentAnother(db: Db, email: string): Promise<boolean> {
  try {
    const address = createHash('sha256').update(email.toLowerCase()).digest('hex');
    await countUse(db, `link of host ${address}`, links);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Replaces former links of the employees. Only a hash of the token is stored. */
async function makeLink(db: Db, employees: readonly EmployeeRow[]): Promise<string> {
  const token = newSecret();
  await sql`
    insert into host_link (employee_id, company_id, address, token_hash, expires_at)
    select e.id, e.company_id, lower(e.email), ${hashOf(token)}, now() + make_interval(mins => ${validMinutes})
    from unnest(${employees.map(({ id }) => id)}::int[], ${employees.map((row) => row.company_id)}::int[])
      as given (id, company_id)
    join employee e on e.company_id = given.company_id and e.id = given.id
    on conflict (company_id, employee_id) do update
    set address = excluded.address, token_hash = excluded.token_hash, expires_at = excluded.expires_at`.execute(db);
  return token;
}

interface SignedInHost {
  actor: HostActor;
  id: string;
}

/**
 * Signs in by a link, once.
 * @throws {Refusal} `linkInvalid`; `chooseEmployee` if several employees have the address, after which the link still works;
 * `tooManyRequests` for many unknown links of a network
 */
export function takeLink(
  db: Db,
  { token, employeeId }: { token: string; employeeId?: number | undefined },
  { network, device }: { network: string; device: string | null },
): Promise<SignedInHost> {
  const isMiss = ({ reason }: Refusal) => reason === 'linkInvalid';
  return countMisses(db, { subject: `unknown link of host from ${network}`, limit: guesses, isMiss }, () =>
    transaction(db, async (db) => {
      const hash = hashOf(token);
      const employees = await lockEmployees(
        db,
        sql`exists (
          select from host_link l
          where l.token_hash = ${hash} and l.expires_at > now() and l.company_id = e.company_id and l.employee_id = e.id
            and l.address = lower(e.email)
        )`,
      );
      if (employees.length === 0) throw new Refusal('linkInvalid');
      const chosen = chooseOf(employees, employeeId);
      if (!(await redeemLink(db, hash))) throw new Refusal('linkInvalid');
      return startFor(db, chosen, device);
    }),
  );
}

function chooseOf(employees: readonly EmployeeRow[], employeeId: number | undefined): EmployeeRow {
  const [only] = employees;
  if (employeeId !== undefined) return orNotFound(employees.find(({ id }) => id === employeeId));
  if (only && employees.length === 1) return only;
  throw new Refusal('chooseEmployee', { employees: choicesOf(employees) });
}

function choicesOf(employees: readonly EmployeeRow[]): HostChoice[] {
  return employees.map(toChoice).toSorted((one, other) => one.tenant.name.localeCompare(other.tenant.name));
}

/** Of two requests at once, the second finds no row. */
async function redeemLink(db: Db, hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    delete from host_link where token_hash = ${hash} and expires_at > now() returning employee_id`.execute(db);
  return rows.length > 0;
}

async function startFor(db: Db, employee: EmployeeRow, device: string | null): Promise<SignedInHost> {
  const actor = actorOf(employee);
  return { actor, id: await startHostSession(db, actor, device) };
}

/**
 * Signs in the employee with the verified address of a work account. The account is not kept: the address decides each time.
 * @throws {Refusal} `workAccountUnknown`; `chooseEmployee` with the token of a new link; and those of `acceptReturn`
 */
export async function signInWithAccount(
  db: Db,
  returned: { code: string; state: string },
  context: WorkSignInContext & { network: string; device: string | null },
): Promise<SignedInHost> {
  const purpose = 'host' as const;
  const done = await acceptReturn(db, returned, { ...context, purpose }, async (db, { verifiedEmail }) => {
    const employees = verifiedEmail === null ? [] : await lockEmployees(db, withAddress(verifiedEmail));
    const [only, another] = employees;
    if (!only) throw new Refusal('workAccountUnknown');
    if (!another) return startFor(db, only, context.device);
    return { employees: choicesOf(employees), token: await makeLink(db, employees) };
  });
  // After the commit, because a refusal rolls the link back.
  if ('token' in done) throw new Refusal('chooseEmployee', done);
  return done;
}
