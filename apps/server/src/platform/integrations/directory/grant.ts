import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ask, codeOf, read } from './directory-answer.ts';
import {
  type Directory,
  DirectoryFailed,
  type DirectoryProblem,
  type Grant,
  type GrantingProvider,
  type GrantRequest,
  type RegisteredApp,
} from './directory.ts';
import type { Answer, Transport } from '../http-call.ts';

export interface Granting {
  loginUrl: URL;
  tokenUrl: URL;
  login: Record<string, string>;
}

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.coerce.number().positive(),
});

const ErrorCode = z.object({ error: z.string() }).transform(({ error }) => error);

function grantAddress({ loginUrl, login }: Granting, clientId: string, request: GrantRequest, state: string) {
  const address = new URL(loginUrl);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.returnAddress,
    state,
    code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...login,
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

async function exchangeCode(
  send: Transport,
  { tokenUrl }: Granting,
  app: RegisteredApp,
  { returnAddress, verifier }: GrantRequest,
  code: string,
  signal: AbortSignal,
): Promise<Grant> {
  const parameters = { grant_type: 'authorization_code', code, redirect_uri: returnAddress, code_verifier: verifier };
  const answer = await ask(send, { url: tokenUrl, form: form(app, parameters), signal });
  if (answer.status !== 200) throw refused(answer, 'codeRefused');
  const { refresh_token: refreshToken, ...tokens } = read(answer, Tokens);
  if (refreshToken === undefined) {
    throw new DirectoryFailed('directoryUnavailable', 'the provider sent no token to renew the grant with');
  }
  return grantOf(tokens, refreshToken);
}

async function renewGrant(
  send: Transport,
  { tokenUrl }: Granting,
  app: RegisteredApp,
  { refreshToken }: Grant,
  signal: AbortSignal,
): Promise<Grant> {
  const parameters = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await ask(send, { url: tokenUrl, form: form(app, parameters), signal });
  if (answer.status !== 200) throw refused(answer, 'consentRevoked');
  const tokens = read(answer, Tokens);
  return grantOf(tokens, tokens.refresh_token ?? refreshToken);
}

function form({ clientId, clientSecret }: RegisteredApp, parameters: Record<string, string>) {
  return new URLSearchParams({ ...parameters, client_id: clientId, client_secret: clientSecret });
}

function grantOf(tokens: z.output<typeof Tokens>, refreshToken: string): Grant {
  const expiresAt = new Date(Date.now() + tokens.expires_in * 1_000);
  return { refreshToken, accessToken: tokens.access_token, expiresAt };
}

/** Error codes of RFC 6749, and those of OpenID Connect that need a person. */
const problems: Record<string, DirectoryProblem> = {
  invalid_client: 'secretExpired',
  unauthorized_client: 'secretExpired',
  interaction_required: 'consentRevoked',
  consent_required: 'consentRevoked',
  login_required: 'consentRevoked',
};

function refused(answer: Answer, ofGrant: DirectoryProblem): DirectoryFailed {
  const code = codeOf(answer, ErrorCode);
  const problem = code === 'invalid_grant' ? ofGrant : (problems[code] ?? 'directoryUnavailable');
  return new DirectoryFailed(problem, `the provider gave no grant: ${answer.status} ${code}`);
}

export type GrantedCall = (url: URL, signal: AbortSignal, headers?: Record<string, string>) => Promise<Answer>;

interface Granted {
  send: Transport;
  grant: Grant;
  renew: (grant: Grant, signal: AbortSignal) => Promise<Grant>;
  keep: (grant: Grant) => Promise<void>;
}

const marginMs = 60_000;

/** Renews once for all waiting calls. */
function grantedCalls({ send, grant, renew, keep }: Granted): GrantedCall {
  let current = grant;
  let renewal: Promise<Grant> | undefined;

  function renewed(old: Grant): Promise<Grant> {
    if (old !== current) return Promise.resolve(current);
    renewal ??= renewAndKeep().finally(() => (renewal = undefined));
    return renewal;
  }

  /** Cannot be aborted: the provider may have ended the old grant, so the new one must be stored. */
  async function renewAndKeep() {
    const fresh = await renew(current, new AbortController().signal);
    await keep(fresh);
    current = fresh;
    return fresh;
  }

  return async (url, signal, headers) => {
    const get = ({ accessToken }: Grant) =>
      ask(send, { url, headers: { ...headers, authorization: `Bearer ${accessToken}` }, signal });
    const isFresh = current.expiresAt.getTime() - marginMs > Date.now();
    const used = isFresh ? current : await renewed(current);
    signal.throwIfAborted();
    const answer = await get(used);
    if (answer.status !== 401) return answer;
    const again = await get(await renewed(used));
    if (again.status !== 401) return again;
    throw new DirectoryFailed('consentRevoked', 'the directory does not accept a token that was just renewed');
  };
}

interface Provider {
  app: RegisteredApp | null;
  send: Transport;
  granting: Granting;
  directory: (call: GrantedCall, groupId: string) => Directory;
}

export function grantingProvider({ app, send, granting, directory }: Provider): GrantingProvider {
  return {
    app,
    grantAddress: (clientId, request, state) => grantAddress(granting, clientId, request, state),
    exchange: (app, request, code, signal) => exchangeCode(send, granting, app, request, code, signal),
    open(app, grant, groupId, keep) {
      const call = grantedCalls({
        send,
        grant,
        renew: (grant, signal) => renewGrant(send, granting, app, grant, signal),
        keep,
      });
      return directory(call, groupId);
    },
  };
}
