import { CallFailed } from '@vestibule/web/call.ts';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../problem-text.ts';

/** What the server says about the file itself, which stands below the place where it was dropped. */
export function useFileProblem(): (failure: unknown) => string | undefined {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (failure) => {
    const problem = failure instanceof CallFailed ? failure.problem : null;
    if (problem?.unclosedQuoteAt !== undefined)
      return t('imports.unclosedQuote', { row: String(problem.unclosedQuoteAt) });
    const key = keyOf(problem?.reason) ?? problem?.fields?.file;
    return key && errorText(key);
  };
}

function keyOf(reason: string | undefined): string | undefined {
  return reason === 'wrongMimetype' || reason === 'fileSizeExceeded' || reason === 'csvColumns' ? reason : undefined;
}
