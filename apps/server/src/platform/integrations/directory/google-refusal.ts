import { z } from 'zod';
import { DirectoryFailed, type DirectoryProblem } from './directory.ts';
import { codeOf } from './directory-answer.ts';
import type { Answer } from '../http-call.ts';
import { isBusyByStatus } from '../retry.ts';

const ErrorReason = z
  .object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })
  .transform(({ error }) => error.errors[0]?.reason ?? '');

/** Google also uses 403 for rate limits. */
const limits: ReadonlySet<string> = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'quotaExceeded']);

const ofTheApplication: ReadonlySet<string> = new Set([...limits, 'dailyLimitExceeded', 'accessNotConfigured']);

export function isBusy(answer: Answer): boolean {
  return isBusyByStatus(answer) || (answer.status === 403 && limits.has(codeOf(answer, ErrorReason)));
}

export function failureOf(answer: Answer): DirectoryFailed {
  const reason = codeOf(answer, ErrorReason);
  const message = `the Directory API of Google answered ${answer.status} ${reason}`;
  return new DirectoryFailed(problemOf(answer.status, reason), message);
}

function problemOf(status: number, reason: string): DirectoryProblem {
  if (status === 403) return ofTheApplication.has(reason) ? 'directoryUnavailable' : 'serviceAccountRequired';
  if (status === 404 || (status === 400 && reason === 'invalid')) return 'groupNotFound';
  return 'directoryUnavailable';
}
