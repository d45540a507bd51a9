import type { Visitor } from '@vestibule/contract/visitor.ts';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useProblemText } from '../ui/problem-text.ts';
import { toast } from '../ui/toast.ts';
import { typedWord } from '../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../ui/dialog/use-target.ts';
import classes from './DataRequestDialog.module.css';
import { useEraseVisitorData, useExportVisitorData } from './use-data-request.ts';

/** Answers somebody who asks what is kept about them, or wants it gone: saves it as a file, and erases it at once. */
export function DataRequestDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const exporting = useExportVisitorData();
  const erasing = useEraseVisitorData();
  if (!visitor) return null;
  const { name } = visitor;

  const close = () => {
    exporting.reset();
    onClose();
  };
  const erase = async () => {
    exporting.reset();
    await erasing.mutateAsync(visitor);
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
          leftSection={<Download size={18} aria-hidden />}
          loading={exporting.isPending}
          onClick={() => exporting.mutate(visitor)}
        >
          {t('dataRequest.export')}
        </Button>
      </div>
      <p>{t('dataRequest.whatGoes')}</p>
      {visitor.currentVisitRecordId !== null && <p>{t('dataRequest.isInside', { name })}</p>}
    </ConfirmDialog>
  );
}
