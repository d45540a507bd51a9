import type { LoopbookingAccess } from '@vestibule/contract/building/directory.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { useTestLoopbooking } from './use-directory.ts';

interface LoopbookingTestProps {
  access: LoopbookingAccess;
  isTested: boolean;
  onTested: () => void;
}

/** Tries a domain and an access key; it begins anew when one of them is changed. */
export function LoopbookingTest({ access, isTested, onTested }: LoopbookingTestProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const test = useTestLoopbooking();
  const isFilled = access.loopbookingDomain !== '' && access.loopbookingCode !== '';

  return (
    <>
      <Button
        variant="secondary"
        disabled={!isFilled}
        loading={test.isPending}
        onClick={() => test.mutate(access, { onSuccess: onTested })}
      >
        {t('directory.test')}
      </Button>
      {test.error && <Notice kind="problem">{problemText(test.error)}</Notice>}
      {!test.error && <p role="status">{isTested ? t('directory.tested') : t('directory.testFirst')}</p>}
    </>
  );
}
