import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../ui/problem-text.ts';
import { toast } from '../ui/toast.ts';
import { useBadgeScanner } from './use-badge-scanner.ts';
import { useCheckOutByBadge } from './use-visitor-changes.ts';

/** Checks out whoever's badge is scanned while the screen is shown, and says goodbye by name. */
export function useScannedCheckOut(companyId: number): void {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutateAsync } = useCheckOutByBadge(companyId);
  useBadgeScanner((code) => {
    mutateAsync(code).then(
      (name) => toast(t('visitors.checkingOut.done', { name })),
      (error: unknown) => {
        reportUnlessOfCall(error);
        toast(problemText(error));
      },
    );
  });
}
