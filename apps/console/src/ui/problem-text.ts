import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import type { i18n, TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export function useProblemText(): (error: unknown) => string {
  const { t, i18n } = useTranslation();
  return useCallback((error) => problemText(i18n, t, error), [i18n, t]);
}

/** Reports errors other than those of calls, which the screen shows. */
export function reportUnlessOfCall(error: unknown) {
  if (!(error instanceof CallFailed)) reportError(error);
}

export function useErrorText(): (key: string) => string {
  const { t, i18n } = useTranslation();
  return useCallback((key) => t(hasText(i18n, key) ? `errors.${key}` : 'errors.invalidValue'), [i18n, t]);
}

/** Statuses with a text, for answers without a reason, for example from a gateway. */
const statuses = ['400', '401', '403', '404', '409', '423', '429'] as const;

function problemText(texts: i18n, t: TFunction, error: unknown): string {
  if (!(error instanceof CallFailed)) return t('ui.problem.other');
  const { status, problem } = error;
  if (problem && hasText(texts, problem.reason))
    return t(`errors.${problem.reason}`, { seconds: problem.secondsLeft ?? 60, requestId: problem.requestId });
  if (status === null) return t('ui.problem.network');
  // The request id finds the entry in the log.
  if (status >= 500 && problem?.requestId) return t('errors.unexpected', { requestId: problem.requestId });
  if (status >= 500) return t('ui.problem.5xx');
  const known = statuses.find((each) => Number(each) === status);
  return known ? t(`ui.problem.${known}`) : t('ui.problem.other');
}

/** A newer server may know reasons that this console does not. */
function hasText(texts: i18n, key: string): key is FieldKey | Reason {
  return texts.exists(`errors.${key}`);
}
