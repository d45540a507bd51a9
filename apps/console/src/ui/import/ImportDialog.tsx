import { csvFile } from '@vestibule/contract/platform/file.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/Dialog.tsx';
import { DialogButtons } from '../dialog/DialogButtons.tsx';
import { DropZone } from '../form/DropZone.tsx';
import { Notice } from '../Notice.tsx';
import { useErrorText, useProblemText } from '../problem-text.ts';
import { useGuardedClose } from '../dialog/use-guarded-close.tsx';
import { ConflictTable } from './ConflictTable.tsx';
import { ImportButtons } from './ImportButtons.tsx';
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
  const said =
    step.name === 'choose'
      ? null
      : step.name === 'preview'
        ? step.outcome
        : step.name === 'held'
          ? step.held
          : step.said;
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
  const isBusy = progress !== null;
  const isEdited = step.name === 'correct' && step.isEdited;
  // Nobody who left would see which rows were not imported, nor the badges.
  const isImporting = step.name === 'preview' && isBusy;
  const isLostByLeaving = isEdited || isImporting || (step.name === 'held' && step.conflicts.length > 0);
  const guard = useGuardedClose({ opened, onClose, isBusy, isUnsaved: isEdited, isLostByLeaving });
  const ofFile = useFileProblem()(work.failure);
  const content = useFocusAtNews(step);

  const preview = async () => {
    setFileMissing(!file);
    const isFilled = (await checkFields?.()) ?? true;
    if (file && isFilled) await work.preview();
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
        onClose={guard.close}
        title={step.name === 'correct' ? unsuccessful : title}
        width={step.name === 'choose' || step.name === 'held' ? 440 : 860}
        onClosed={afterClosing}
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
          {step.name === 'held' && (
            <Notice kind="information">
              {t(step.isUndecided ? 'imports.heldUndecided' : 'imports.heldByLimit', { count: step.held })}
            </Notice>
          )}
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
            <ImportButtons work={work} onPreview={preview} onClose={guard.close} />
          </DialogButtons>
        </div>
      </Dialog>
      {guard.questions}
    </>
  );
}
