import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, NoAnswer, type Transport } from './http-call.ts';

/** How much a service outside is waited for, in milliseconds. */
export interface Patience {
  /** For one answer. */
  answer: number;
  /** Before a call is repeated; twice as long each further time. */
  firstPause: number;
  /** What a service may ask us to wait. */
  longestPause: number;
  /** How often a call is sent. */
  attempts: number;
}

export const patienceOfProgram: Patience = { answer: 10_000, firstPause: 500, longestPause: 30_000, attempts: 4 };

/**
 * Repeats what was not answered, and what the service is too busy for, after the pause that it asks for. The last answer is given as it
 * is. A form is only repeated where the service said that it was too busy: it may have worked although no answer came.
 */
export function persistent(
  send: Transport,
  { attempts, firstPause, longestPause }: Patience,
  isBusy: (answer: Answer) => boolean = isBusyByStatus,
): Transport {
  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      const answer = await send(call).catch((error: unknown) => {
        if (isLast || call.form || !(error instanceof NoAnswer)) throw error;
      });
      if (answer && (isLast || !isBusy(answer))) return answer;
      // Not all of those who were sent away together come back together.
      const own = firstPause * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      const milliseconds = Math.max(askedPause(answer?.retryAfter ?? null, Date.now()), own);
      if (answer && milliseconds > longestPause) return answer;
      await pause(milliseconds, undefined, { signal: call.signal }).catch(() => call.signal.throwIfAborted());
    }
  };
}

/** Whether the same call may work a moment later, as far as the status tells: 501 is not implemented, and stays so. */
export function isBusyByStatus({ status }: Answer): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** How long `Retry-After` asks to wait, in milliseconds: seconds, or a date. 0 where it says nothing. */
function askedPause(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? 0 : Math.max(asked, 0);
}
