import type { FastifyBaseLogger } from 'fastify';
import { type Db, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { BrowserCookie } from '../../platform/http/cookie.ts';
import { countUse, type Limit, takeBackUse } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Identity, IdentityFailed, type IdentityProvider } from '../../platform/integrations/identity/identity.ts';
import { subtractSignIn } from './guard.ts';
import { comeBack, leave, returnPath } from './return-state.ts';
import { type Admission, type AdmissionContext, admit, startSession } from './second-step.ts';
import { bindWorkAccount, findUserOfWorkAccount, type SignInUser } from './work-account.store.ts';

/** How many returns from the identity provider may fail for one network. */
const failedReturns: Limit = { uses: 10, seconds: 15 * 60 };

interface WorkSignInContext {
  provider: IdentityProvider;
  vault: Vault;
  browser: BrowserCookie;
  /** The console's address. */
  origin: string;
  log: FastifyBaseLogger;
}

/** The address at the identity provider that the browser is to go to. @throws {Refusal} `azureAuthError` */
export async function beginWorkSignIn(context: WorkSignInContext, returnTo: string | null): Promise<{ url: string }> {
  const { provider, origin } = context;
  const { state, ...departure } = leave(context, { purpose: 'signIn', returnTo });
  const visit = { ...departure, returnAddress: `${origin}${returnPath}` };
  return { url: await provider.signInAddress(visit, state).catch(refusedFor(context)) };
}

interface WorkReturnContext extends WorkSignInContext, AdmissionContext {
  network: string;
}

/**
 * Signs in whoever the identity provider says that the browser is; the second step falls away where the provider took one. It makes no user: the
 * first time, the user is the one with the e-mail address that the provider vouches for; from then on, the one of that account.
 * Failures are counted against the network before anything is looked at.
 * @throws {Refusal} `oauthStateInvalid`, `azureAuthError`, `workAccountUnknown`, `tooManyRequests`
 */
export async function finishWorkSignIn(
  db: Db,
  { code, state }: { code: string; state: string },
  context: WorkReturnContext,
): Promise<Admission> {
  const { provider, origin, network, browser } = context;
  const failures = `failed return from the identity provider ${network}`;
  await countUse(db, failures, failedReturns);
  const { nonce, verifier } = await comeBack(db, context, 'signIn', state);
  const visit = { nonce, verifier, returnAddress: `${origin}${returnPath}` };
  const identity = await provider.identify(visit, code).catch(async (error: unknown) => {
    // Nobody is to wait because the provider does not work.
    if (error instanceof IdentityFailed && !error.isRefusal) await takeBackUse(db, failures);
    return refusedFor(context)(error);
  });
  const { user, admission } = await transaction(db, async (db) => {
    const user = await userOf(db, identity);
    if (!user) throw new Refusal('workAccountUnknown');
    await takeBackUse(db, failures);
    browser.clear();
    if (!identity.hadSecondFactor) return { user, admission: await admit(db, user, context) };
    const session = await startSession(db, user, context, { isVouchedFor: true });
    return { user, admission: { session } };
  });
  if ('session' in admission) await subtractSignIn(db, network, user.id);
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
    log.warn({ error: error.cause }, 'the identity provider did not say who signed in');
    throw new Refusal('azureAuthError');
  };
}
