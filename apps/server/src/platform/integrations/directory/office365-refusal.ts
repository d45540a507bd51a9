import { z } from 'zod';
import { DirectoryFailed, type DirectoryProblem } from './directory.ts';
import { codeOf } from './directory-answer.ts';
import type { Answer } from '../http-call.ts';

const ErrorCode = z.object({ error: z.object({ code: z.string() }) }).transform(({ error }) => error.code);

export function failureOf(answer: Answer): DirectoryFailed {
  const code = codeOf(answer, ErrorCode);
  return new DirectoryFailed(problemOf(answer.status, code), `Microsoft Graph answered ${answer.status} ${code}`);
}

function problemOf(status: number, code: string): DirectoryProblem {
  if (status === 403) return 'serviceAccountRequired';
  if (status === 404 || (status === 400 && code === 'Request_BadRequest')) return 'groupNotFound';
  return 'directoryUnavailable';
}
