import { Button } from '@vestibule/ui/Button.tsx';
import { Download } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import classes from './DataRequestDialog.module.css';
import { type DataSubject, useEraseVisitorData, useExportVisitorData } from './use-data-request.tsx';

/** Answers a data request: saves the stored data of a visitor as a file, or erases it at once. */
export function DataRequestDialog({ target: subject, opened, onClose }: TargetDialog<DataSubject>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const exporting = useExportVisitorData();
  const erasing = useEraseVisitorData();
  if (!subject) return null;
  const { name, isInside } = subject;

  const close = () => {
    exporting.reset();
    onClose();
  };
  const erase = async () => {
    exporting.reset();
    await erasing.mutateAsync(subject);
    toast(t('dataRequest.done'));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('dataRequest.title', { name })}
      confirmLabel={t('dataRequest.erase')}
      onConfirm={erase}
      confirmDisabled={exporting.isPending}
      typedWord={typedWord}
    >
      <p>{t('dataRequest.exportHelp')}</p>
      <div className={classes.export}>
        {exporting.error && (
          <Notice kind="problem">{t('dataRequest.exportFailed', { problem: problemText(exporting.error) })}</Notice>
        )}
        <Button
          variant="secondary"
          icon={<Download size={18} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(subject)}
        >
          {t('dataRequest.export')}
        </Button>
      </div>
      <p>{t('dataRequest.whatGoes')}</p>
      {isInside && <p>{t('dataRequest.isInside', { name })}</p>}
      {isInside === null && <p>{t('dataRequest.mayBeInside')}</p>}
    </ConfirmDialog>
  );
}
