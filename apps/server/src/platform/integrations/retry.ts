import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, NoAnswer, type Transport } from './http-call.ts';

export interface RetryPolicy {
  answerMs: number;
  minPauseMs: number;
  maxPauseMs: number;
  attempts: number;
}

export const defaultRetryPolicy: RetryPolicy = { answerMs: 10_000, minPauseMs: 500, maxPauseMs: 30_000, attempts: 4 };

/**
 * Retries without an answer, and when the service is too busy, with backoff or after `Retry-After`. Does not retry a form without an
 * answer, because it may have taken effect.
 */
export function withRetries(
  send: Transport,
  { attempts, minPauseMs, maxPauseMs }: RetryPolicy,
  isBusy: (answer: Answer) => boolean = isBusyByStatus,
): Transport {
  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      const answer = await send(call).catch((error: unknown) => {
        if (isLast || call.form || !(error instanceof NoAnswer)) throw error;
      });
      if (answer && (isLast || !isBusy(answer))) return answer;
      // Refused callers do not retry at the same moment.
      const own = minPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
      const pauseMs = Math.max(askedPause(answer?.retryAfter ?? null, Date.now()), own);
      if (answer && pauseMs > maxPauseMs) return answer;
      await pause(pauseMs, undefined, { signal: call.signal }).catch(() => call.signal.throwIfAborted());
    }
  };
}

export function isBusyByStatus({ status }: Answer): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

function askedPause(header: string | null, now: number): number {
  const text = header?.trim() ?? '';
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(asked) ? 0 : Math.max(asked, 0);
}
