import { roles } from '@vestibule/contract/platform/access.ts';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import type { BrowserCookie } from '../../platform/http/cookie.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Identity, IdentityFailed, type IdentityProvider } from '../../platform/integrations/identity/identity.ts';
import { subtractSignIn } from './guard.ts';
import { acceptState, createState, returnPath } from './return-state.ts';
import { type Admission, type AdmissionContext, admit, startSession } from './second-step.ts';

const failedReturns: Limit = { uses: 10, seconds: 15 * 60 };

export interface WorkSignInContext {
  provider: IdentityProvider;
  vault: Vault;
  browser: BrowserCookie;
  origin: string;
  log: FastifyBaseLogger;
}

/** `host`: an employee who receives visitors. */
type Purpose = 'signIn' | 'host';

export async function beginWorkSignIn(
  context: WorkSignInContext,
  requested: { purpose: Purpose; returnTo: string | null },
): Promise<{ url: string }> {
  const { provider, origin } = context;
  const { state, ...secrets } = createState(context, requested);
  const signIn = { ...secrets, returnAddress: `${origin}${returnPath}` };
  return { url: await provider.signInAddress(signIn, state).catch(refusedFor(context)) };
}

interface Return {
  code: string;
  state: string;
}

/**
 * Identifies the account that returns from the provider, and signs it in by `work` in a transaction. Counts the attempt first.
 * @throws {Refusal} `oauthStateInvalid`; `azureAuthError`; `tooManyRequests`; what `work` throws
 */
export async function acceptReturn<Result>(
  db: Db,
  { code, state }: Return,
  context: WorkSignInContext & { network: string; purpose: Purpose },
  work: (db: Db, identity: Identity) => Promise<Result>,
): Promise<Result> {
  const { provider, origin, network, browser, purpose } = context;
  const failures = `failed return from the identity provider ${network}`;
  await countUse(db, failures, failedReturns);
  const { nonce, verifier } = await acceptState(db, context, purpose, state);
  const signIn = { nonce, verifier, returnAddress: `${origin}${returnPath}` };
  const identity = await provider.identify(signIn, code).catch(async (error: unknown) => {
    // A failing provider does not count against the network.
    if (error instanceof IdentityFailed && !error.isRefusal) await takeBackUse(db, failures);
    return refusedFor(context)(error);
  });
  return transaction(db, async (db) => {
    const result = await work(db, identity);
    await takeBackUse(db, failures);
    browser.clear();
    return result;
  });
}

/** The first time, the verified email decides; later the account. Creates no user. */
export async function finishWorkSignIn(
  db: Db,
  returned: Return,
  context: WorkSignInContext & AdmissionContext & { network: string },
): Promise<Admission> {
  const purpose = 'signIn' as const;
  const { user, admission } = await acceptReturn(db, returned, { ...context, purpose }, async (db, identity) => {
    const user = await userOf(db, identity);
    if (!user) throw new Refusal('workAccountUnknown');
    if (!identity.hadSecondFactor) return { user, admission: await admit(db, user, context) };
    const session = await startSession(db, user, context, { isVouchedFor: true });
    return { user, admission: { session } };
  });
  if ('session' in admission) await subtractSignIn(db, context.network, user.id);
  return admission;
}

async function userOf(db: Db, identity: Identity): Promise<SignInUser | undefined> {
  const known = await findUserOfWorkAccount(db, identity);
  const { verifiedEmail } = identity;
  if (known || verifiedEmail === null) return known;
  await bindWorkAccount(db, { ...identity, verifiedEmail });
  return findUserOfWorkAccount(db, identity);
}

function refusedFor({ log }: Pick<WorkSignInContext, 'log'>) {
  return (error: unknown): never => {
    if (!(error instanceof IdentityFailed)) throw error;
    log.warn({ error: error.cause }, 'the identity provider did not identify the user');
    throw new Refusal('azureAuthError');
  };
}

const SignInUser = z.strictObject({
  id: int,
  role: z.enum(roles),
  company_id: int.nullable(),
});
type SignInUser = z.infer<typeof SignInUser>;

async function findUserOfWorkAccount(
  db: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<SignInUser | undefined> {
  const { rows } = await typedSql(SignInUser)`
    select u.id, u.role, u.company_id from work_account w join user_account u on u.id = w.user_id
    where w.issuer = ${issuer} and w.subject = ${subject}`.execute(db);
  return rows[0];
}

async function bindWorkAccount(
  db: Db,
  { issuer, subject, verifiedEmail }: Identity & { verifiedEmail: string },
): Promise<void> {
  await sql`
    insert into work_account (issuer, subject, user_id)
    select ${issuer}, ${subject}, id from user_account where email = ${verifiedEmail}
    on conflict do nothing`.execute(db);
}
