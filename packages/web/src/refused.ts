import { CallFailed } from './call.ts';

/** Whether the server has decided: a retry would change nothing. */
export function isRefusal(error: unknown): error is CallFailed {
  return isFinal(error) && error.problem !== null;
}

/** Whether a gateway has refused this call or all. */
export function isTurnedAway(error: unknown): error is CallFailed {
  return isFinal(error) && error.problem === null;
}

/** Sign-in, license, timeouts and limits: the same call can succeed later. */
const passing = [401, 402, 408, 425, 429];

function isFinal(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && !passing.includes(error.status);
}
