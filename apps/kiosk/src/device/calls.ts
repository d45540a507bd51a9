import { rotateDeviceToken } from '@vestibule/contract/kiosks/device.ts';
import { type Call, callAs, CallFailed } from '@vestibule/web/call.ts';

/** How long a rotation may take, in ms. Calls then continue with the current token. */
const timeoutMs = 15_000;

/** The current token, and the next one until the server has answered it. */
export interface Tokens {
  token: string | null;
  next: string | null;
}

interface CallsOptions {
  tokens: Tokens;
  /** Another window may have changed them. */
  load: () => Promise<Tokens>;
  save: (tokens: Tokens) => Promise<void>;
  onAnswer: (response: Response) => void;
  /** The server refuses all tokens. */
  onRevoked: () => void;
}

export interface Calls {
  /** Makes a call without the cookie of a user of the same browser. */
  call: Call;
  /** Replaces the token. At any time, one of the two stored tokens is valid. */
  rotate: () => Promise<void>;
}

/**
 * Makes the calls of a device. The server revokes a token when the next one is first used, so both are stored until then. A call with the
 * revoked token is repeated.
 */
export function createCalls({ tokens: first, load, save, onAnswer, onRevoked }: CallsOptions): Calls {
  let tokens = first;

  const untried = ({ token, next }: Tokens, tried: ReadonlySet<string>) =>
    [next, token].find((each) => each !== null && !tried.has(each));

  const settle = async (token: string | null) => {
    if (token === null || token !== tokens.next) return;
    tokens = { token, next: null };
    await save(tokens).catch(() => undefined);
  };

  const call: Call = async (endpoint, ...args) => {
    const tried = new Set<string>();
    for (;;) {
      const token = untried(tokens, tried) ?? null;
      try {
        const answer = await callAs({ token, onAnswer })(endpoint, ...args);
        await settle(token);
        return answer;
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error;
        // A gateway's refusal says nothing about the token.
        if (error.problem === null) throw error;
        if (error.status !== 401) {
          await settle(token);
          throw error;
        }
        if (token !== null) tried.add(token);
        if (untried(tokens, tried) === undefined) tokens = await load();
        if (untried(tokens, tried) !== undefined) continue;
        onRevoked();
        throw error;
      }
    }
  };

  return {
    call,
    async rotate() {
      const { token: next } = await call(rotateDeviceToken, {}, { signal: AbortSignal.timeout(timeoutMs) });
      const both = { token: tokens.token, next };
      await save(both);
      tokens = both;
    },
  };
}
