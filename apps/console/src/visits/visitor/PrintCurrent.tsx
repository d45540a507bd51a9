import { Button } from '@vestibule/ui/Button.tsx';
import { Printer } from '@vestibule/ui/icons.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { usePrintCurrent } from './use-visitors.ts';

/** Prints who is in. */
export function PrintCurrent({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const print = usePrintCurrent(companyId);
  const [copies, setCopies] = useState(0);

  return (
    <>
      {print.error && (
        <Notice kind="problem">{t('visitors.printFailed', { problem: problemText(print.error) })}</Notice>
      )}
      <Button
        variant="secondary"
        icon={<Printer size={18} aria-hidden />}
        loading={print.isPending}
        once
        onClick={() => print.mutate(undefined, { onSuccess: () => setCopies((before) => before + 1) })}
      >
        {t('visitors.print')}
      </Button>
      {print.data && <PrintFrame key={copies} html={print.data} title={t('visitors.print')} />}
    </>
  );
}
