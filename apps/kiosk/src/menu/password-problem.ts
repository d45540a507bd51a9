import type { KioskTexts } from '@vestibule/phrases/en/kiosk.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { absence } from '../shell/online.ts';

/** Why a settings password was not taken. */
export function passwordProblem({ menu, problem }: KioskTexts, error: unknown): string {
  if (!(error instanceof CallFailed)) return problem.other;
  const reason = error.problem?.reason;
  if (reason === 'passwordIncorrect') return menu.passwordIncorrect;
  if (reason === 'tooManyRequests') return menu.passwordTooOften;
  if (error.status !== null) return problem.other;
  return absence() === 'network' ? menu.passwordAway : problem.noAnswer;
}
