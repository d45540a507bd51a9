import type { KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { absenceIn } from '../shell/online.ts';

/** Why a settings password was not taken. */
export function passwordProblem({ menu, problem }: KioskTexts, error: unknown): string {
  const without = absenceIn(error);
  if (without !== null) return without === 'network' ? menu.passwordAway : problem.noAnswer;
  const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
  if (reason === 'passwordIncorrect') return menu.passwordIncorrect;
  return reason === 'tooManyRequests' ? menu.passwordTooOften : problem.other;
}
