import { rotateDeviceToken } from '@vestibule/contract/kiosks/device.ts';
import { type Call, callAs, CallFailed } from '@vestibule/web/call.ts';

/** For how long a new token may be on its way, in milliseconds: what waits for it goes on with the one that is there. */
const patience = 15_000;

/** The token that a device has, and the one that is to take its place but has not been answered yet. */
export interface Tokens {
  token: string | null;
  next: string | null;
}

interface CallsOptions {
  tokens: Tokens;
  /** What is kept, which another window may have changed. */
  load: () => Promise<Tokens>;
  /** Rejects where it could not be kept. */
  save: (tokens: Tokens) => Promise<void>;
  onAnswer: (response: Response) => void;
  /** The server takes none of the tokens any more. */
  onRevoked: () => void;
}

export interface Calls {
  /** Makes a call as this device, with no cookie of whoever is signed in to the same browser. */
  call: Call;
  /** Takes another token in place of the one in use. Whatever happens in between, one of the two is kept that the server takes. */
  rotate: () => Promise<void>;
}

/**
 * Makes the calls of a device. The server ends a token when the next one is first used, so both are kept until an answer came to
 * the next one; a call that left with the token that has ended is made again.
 */
export function createCalls({ tokens: first, load, save, onAnswer, onRevoked }: CallsOptions): Calls {
  let tokens = first;

  const untried = ({ token, next }: Tokens, tried: ReadonlySet<string>) =>
    [next, token].find((each) => each !== null && !tried.has(each));

  const settle = async (token: string | null) => {
    if (token === null || token !== tokens.next) return;
    tokens = { token, next: null };
    // Kept are both until then, of which the server takes one.
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
        // What a gateway in between answers says nothing about the token.
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
      const { token: next } = await call(rotateDeviceToken, {}, { signal: AbortSignal.timeout(patience) });
      const both = { token: tokens.token, next };
      await save(both);
      tokens = both;
    },
  };
}
