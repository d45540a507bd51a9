import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { usePrintBadge } from './use-visitors.ts';

export function useBadges() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const preview = useTarget<string>();
  const { mutateAsync } = usePrintBadge();

  const print = (visitor: Visitor) => {
    mutateAsync(visitor).then(
      (html) => (html === null ? toast(t('visitors.badge.none')) : preview.open(html)),
      (error: unknown) => {
        reportUnlessOfCall(error);
        toast(problemText(error));
      },
    );
  };

  return { show: preview.open, print, dialog: preview.dialog };
}
