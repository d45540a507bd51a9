import { csvFile } from '@vestibule/contract/file.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { DialogButtons } from '../DialogButtons.tsx';
import { DiscardDialog } from '../DiscardDialog.tsx';
import { DropZone } from '../DropZone.tsx';
import { Notice } from '../Notice.tsx';
import { UnsavedGuard } from '../UnsavedGuard.tsx';
import { useErrorText, useProblemText } from '../problem-text.ts';
import { ConflictTable } from './ConflictTable.tsx';
import classes from './ImportDialog.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { useFileProblem } from './file-problem.ts';
import { type ImportColumn, type Send, type Step, useImport } from './use-import.ts';

interface ImportDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Stands above the rows that could not be imported. */
  unsuccessful: string;
  /** In the order in which they stand in a file without titles. */
  columns: readonly ImportColumn[];
  /** How the columns are written in the help. */
  pattern: string;
  /** What is asked beside the file. */
  fields?: ReactNode;
  /** Whether that is filled in; marks what is not. */
  checkFields?: () => Promise<boolean>;
  send: Send;
  /** Called when the dialog has closed. */
  onReset?: () => void;
}

/** Of what has the focus when the server has answered: the button that was pressed is gone, or can be pressed no more. */
function useFocusAtNews(step: Step) {
  const content = useRef<HTMLDivElement>(null);
  const said = step.name === 'choose' ? null : step.name === 'preview' ? step.outcome : step.said;
  useEffect(() => {
    if (said !== null || document.activeElement === document.body) content.current?.focus();
  }, [said]);
  return content;
}

/** Imports a CSV file: looks at it first, shows what could not be imported, and takes corrections. Reset when it has closed. */
export function ImportDialog(props: ImportDialogProps) {
  const { opened, onClose, title, unsuccessful, columns, pattern, fields, checkFields, send, onReset } = props;
  const { t } = useTranslation();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const work = useImport(columns, send, onClose);
  const { step, file, progress } = work;
  const [isFileMissing, setFileMissing] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const isAsking = discarding || leaving;
  const isBusy = progress !== null;
  const isEdited = step.name === 'correct' && step.isEdited;
  // Nobody who left would see which rows were not imported, nor the badges.
  const isImporting = step.name === 'preview' && isBusy;
  const ofFile = useFileProblem()(work.failure);
  const content = useFocusAtNews(step);

  const preview = async () => {
    setFileMissing(!file);
    const isFilled = (await checkFields?.()) ?? true;
    if (file && isFilled) await work.preview();
  };

  const close = () => {
    if (isBusy) return;
    // Not at once: the question would hear the same press of Escape, and close again.
    if (isEdited) setTimeout(() => setDiscarding(true));
    else onClose();
  };

  const discard = () => {
    setDiscarding(false);
    onClose();
  };

  const afterClosing = () => {
    work.reset();
    setFileMissing(false);
    onReset?.();
  };

  return (
    <>
      <Dialog
        isForm
        opened={opened}
        onClose={close}
        title={step.name === 'correct' ? unsuccessful : title}
        size={step.name === 'choose' ? 440 : 860}
        closeOnEscape={!isAsking}
        onExitTransitionEnd={afterClosing}
      >
        <div ref={content} className={classes.content} tabIndex={-1}>
          {work.failure !== null && !(ofFile && step.name === 'choose') && (
            <Notice kind="problem">{problemText(work.failure)}</Notice>
          )}
          {step.name === 'choose' && (
            <>
              {fields}
              <DropZone
                rule={csvFile}
                label={file ? t('imports.chosen', { name: file.name }) : t('imports.drop')}
                description={t('imports.pattern', { pattern })}
                error={ofFile ?? ((isFileMissing || work.isGone) && !file ? errorText('fileRequired') : undefined)}
                isBusy={isBusy}
                onFile={work.choose}
              />
            </>
          )}
          {step.name === 'preview' && <ImportPreview columns={columns} outcome={step.outcome} />}
          {step.name === 'correct' && (
            <ConflictTable columns={columns} conflicts={step.conflicts} disabled={isBusy} onEdit={work.edit} />
          )}
          {progress !== null && (
            <progress
              className={classes.progress}
              value={progress < 1 ? progress : undefined}
              aria-label={t('imports.progress')}
            />
          )}
          <DialogButtons>
            {step.name === 'preview' ? (
              <Button variant="secondary" onClick={work.back} disabled={isBusy}>
                {t('imports.back')}
              </Button>
            ) : (
              <Button variant="secondary" onClick={close} disabled={isBusy}>
                {step.name === 'choose' ? t('ui.button.cancel') : t('ui.button.close')}
              </Button>
            )}
            {step.name === 'choose' && (
              <Button onClick={() => void preview()} loading={isBusy}>
                {t('imports.preview')}
              </Button>
            )}
            {step.name === 'preview' && (
              <Button onClick={() => void work.import()} loading={isBusy} disabled={step.outcome.good.length === 0}>
                {t('imports.submit')}
              </Button>
            )}
            {step.name === 'correct' && (
              <Button onClick={() => void work.sendAgain()} loading={isBusy} disabled={!isEdited}>
                {t('imports.submitAgain')}
              </Button>
            )}
          </DialogButtons>
        </div>
      </Dialog>
      <UnsavedGuard isUnsaved={opened && (isEdited || isImporting)} onAsk={setLeaving} onDiscard={discard} />
      <DiscardDialog opened={discarding && !leaving} onClose={() => setDiscarding(false)} onDiscard={discard} />
    </>
  );
}
