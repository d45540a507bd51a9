import { type ProviderRequest, ReturnState } from '@vestibule/contract/accounts/work-account.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import type { BrowserCookie } from '../../platform/http/cookie.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';

const lifetimeSeconds = 600;
const signedAs = 'oauth.state';

interface StateContext {
  vault: Vault;
  browser: BrowserCookie;
}

export const returnPath = '/tenant-redirect';

interface RedirectState {
  state: string;
  nonce: string;
  verifier: string;
}

/** Binds the state to the browser by a cookie. */
export function createState({ vault, browser }: StateContext, requested: ProviderRequest): RedirectState {
  const secret = readSecret(browser) ?? newSecret();
  browser.write(secret, lifetimeSeconds);
  const nonce = newSecret();
  const expiresAt = Math.floor(Date.now() / 1000) + lifetimeSeconds;
  const state = { ...requested, nonce, browser: fingerprint(secret), expiresAt } satisfies ReturnState;
  const text = Buffer.from(JSON.stringify(state)).toString('base64url');
  const signature = vault.sign(signedAs, text).toString('base64url');
  return { state: `${text}.${signature}`, nonce, verifier: verifierOf(secret, nonce) };
}

/** Accepts a state once, from the same browser, within ten minutes. */
export async function acceptState<Purpose extends ReturnState['purpose']>(
  db: Db,
  { vault, browser }: StateContext,
  purpose: Purpose,
  state: string,
): Promise<Omit<RedirectState, 'state'> & { requested: Extract<ReturnState, { purpose: Purpose }> }> {
  const secret = readSecret(browser);
  const returned = readState(vault, state);
  const isGood =
    secret !== undefined &&
    returned !== undefined &&
    isFor(returned, purpose) &&
    returned.browser === fingerprint(secret) &&
    returned.expiresAt * 1000 > Date.now();
  if (!isGood || !(await spend(db, returned))) throw new Refusal('oauthStateInvalid');
  return { nonce: returned.nonce, verifier: verifierOf(secret, returned.nonce), requested: returned };
}

function isFor<Purpose extends ReturnState['purpose']>(
  state: ReturnState,
  purpose: Purpose,
): state is Extract<ReturnState, { purpose: Purpose }> {
  return state.purpose === purpose;
}

function readState(vault: Vault, state: string): ReturnState | undefined {
  const [text = '', signature = '', ...rest] = state.split('.');
  if (rest.length > 0 || !vault.isSigned(signedAs, text, Buffer.from(signature, 'base64url'))) return undefined;
  return ReturnState.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
}

async function spend(db: Db, { nonce, expiresAt }: ReturnState): Promise<boolean> {
  const used = await db
    .insertInto('used_return')
    .values({ nonce_hash: hashOf(nonce), expires_at: new Date(expiresAt * 1000) })
    .onConflict((conflict) => conflict.column('nonce_hash').doNothing())
    .returning('nonce_hash')
    .executeTakeFirst();
  return used !== undefined;
}

function readSecret(browser: BrowserCookie): string | undefined {
  const secret = browser.read();
  return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

function fingerprint(secret: string): string {
  return hashOf(`browser ${secret}`).toString('base64url');
}

function verifierOf(secret: string, nonce: string): string {
  return hashOf(`verifier ${secret} ${nonce}`).toString('base64url');
}
