import { DirectoryFailed, type Grant } from './directory.ts';
import { ask } from './directory-answer.ts';
import type { Answer, Transport } from './http-call.ts';

/** Sends a GET in the name of the account that granted; never answers 401. @throws {DirectoryFailed} */
export type GrantedCall = (url: URL, signal: AbortSignal, headers?: Record<string, string>) => Promise<Answer>;

interface Granted {
  send: Transport;
  grant: Grant;
  renew: (grant: Grant, signal: AbortSignal) => Promise<Grant>;
  keep: (grant: Grant) => Promise<void>;
}

/** An access token that ends sooner than this is renewed before it is used. */
const margin = 60_000;

/** Calls with an access token that is renewed when it ends or is refused, once for all calls that wait. */
export function grantedCalls({ send, grant, renew, keep }: Granted): GrantedCall {
  let current = grant;
  let renewal: Promise<Grant> | undefined;

  function renewed(old: Grant): Promise<Grant> {
    if (old !== current) return Promise.resolve(current);
    renewal ??= renewAndKeep().finally(() => (renewal = undefined));
    return renewal;
  }

  /** Nobody can end it: the provider may have ended the old grant by the time, and then the new one must be kept. */
  async function renewAndKeep() {
    const fresh = await renew(current, new AbortController().signal);
    await keep(fresh);
    current = fresh;
    return fresh;
  }

  return async (url, signal, headers) => {
    const get = ({ accessToken }: Grant) =>
      ask(send, { url, headers: { ...headers, authorization: `Bearer ${accessToken}` }, signal });
    const isFresh = current.expiresAt.getTime() - margin > Date.now();
    const used = isFresh ? current : await renewed(current);
    signal.throwIfAborted();
    const answer = await get(used);
    if (answer.status !== 401) return answer;
    const again = await get(await renewed(used));
    if (again.status !== 401) return again;
    throw new DirectoryFailed('consentRevoked', 'the directory does not accept a token that was just renewed');
  };
}
