import { CallFailed } from '@vestibule/web/call.ts';

/** The key of what the server says about the file itself, which stands below the place where it was dropped. */
export function fileProblem(failure: unknown): string | undefined {
  if (!(failure instanceof CallFailed)) return undefined;
  const reason = failure.problem?.reason;
  if (reason === 'wrongMimetype' || reason === 'fileSizeExceeded' || reason === 'csvColumns') return reason;
  return failure.problem?.fields?.file;
}
