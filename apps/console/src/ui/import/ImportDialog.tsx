import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { csvFile } from '@vestibule/contract/platform/file.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { Download } from '@vestibule/ui/icons.tsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/Dialog.tsx';
import { DialogButtons } from '../dialog/DialogButtons.tsx';
import { DropZone } from '../form/DropZone.tsx';
import { Notice } from '../Notice.tsx';
import { useErrorText, useProblemText } from '../problem-text.ts';
import { useGuardedClose } from '../dialog/use-guarded-close.tsx';
import { saveFile } from '../save-file.ts';
import { ColumnMapping } from './ColumnMapping.tsx';
import { ConflictTable } from './ConflictTable.tsx';
import { type ImportColumn, titles, writeCsvForPeople } from './csv.ts';
import classes from './import.module.css';
import { ImportPreview } from './ImportPreview.tsx';
import { type Import, type Send, type Step, useImport } from './use-import.ts';

interface ImportDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  unsuccessful: string;
  /** In the order of a file without titles. */
  columns: readonly ImportColumn[];
  /** Columns that only a title adds. */
  optional?: readonly ImportColumn[];
  pattern: string;
  fields?: ReactNode;
  checkFields?: () => Promise<boolean>;
  send: Send;
  onReset?: () => void;
}

/** The pressed button is gone or disabled. */
function useFocusOnResult(step: Step) {
  const content = useRef<HTMLDivElement>(null);
  const result =
    step.name === 'choose'
      ? null
      : step.name === 'map'
        ? step.sheet
        : step.name === 'preview'
          ? step.outcome
          : step.name === 'held'
            ? step.held
            : step.reported;
  // Before the result is painted: a later focus would take it from a field that the user has reached by then.
  useLayoutEffect(() => {
    if (result !== null || document.activeElement === document.body) content.current?.focus();
  }, [result]);
  return content;
}

export function ImportDialog(props: ImportDialogProps) {
  const { opened, onClose, title, unsuccessful, columns, pattern, fields, checkFields, send, onReset } = props;
  const { optional = [] } = props;
  const all = [...columns, ...optional];
  const { t } = useTranslation();
  const problemText = useProblemText();
  const errorText = useErrorText();
  const work = useImport({ columns, optional }, send, onClose);
  const { step, file, progress } = work;
  const [isFileMissing, setFileMissing] = useState(false);
  const isBusy = progress !== null;
  const isEdited = (step.name === 'correct' || step.name === 'preview') && step.isEdited;
  // A user who left would miss refused rows and badges.
  const isImporting = step.name === 'preview' && isBusy;
  const isLostByLeaving = isEdited || isImporting || (step.name === 'held' && step.conflicts.length > 0);
  const guard = useGuardedClose({ opened, onClose, isBusy, isUnsaved: isEdited, isLostByLeaving });
  const ofFile = useFileProblem()(work.failure);
  const content = useFocusOnResult(step);

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
        width={step.name === 'preview' || step.name === 'correct' ? 860 : 440}
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
                description={[
                  t('imports.pattern', { pattern }),
                  ...(optional.length > 0 ? [t('imports.optional')] : []),
                ].join(' ')}
                error={ofFile ?? ((isFileMissing || work.isGone) && !file ? errorText('fileRequired') : undefined)}
                isBusy={isBusy}
                onFile={work.choose}
              />
              <TemplateButton columns={all} />
            </>
          )}
          {step.name === 'map' && (
            <ColumnMapping columns={all} sheet={step.sheet} mapping={step.mapping} onChange={work.changeMapping} />
          )}
          {step.name === 'preview' && (
            <>
              <ImportPreview columns={columns} outcome={step.outcome} />
              {step.conflicts.length > 0 && (
                <ConflictTable
                  help={t('imports.correctBefore')}
                  columns={withAdded(columns, optional, step.conflicts)}
                  conflicts={step.conflicts}
                  disabled={isBusy}
                  onEdit={work.edit}
                />
              )}
            </>
          )}
          {step.name === 'held' && (
            <Notice kind="information">
              {t(step.isUndecided ? 'imports.heldUndecided' : 'imports.heldByLimit', { count: step.held })}
            </Notice>
          )}
          {step.name === 'correct' && (
            <ConflictTable
              help={t('imports.correct')}
              columns={withAdded(columns, optional, step.conflicts)}
              conflicts={step.conflicts}
              disabled={isBusy}
              onEdit={work.edit}
            />
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

interface ImportButtonsProps {
  work: Import;
  onPreview: () => Promise<void>;
  onClose: () => void;
}

/** The forward button has a key per step, so that a second press does nothing. */
function ImportButtons({ work, onPreview, onClose }: ImportButtonsProps) {
  const { t } = useTranslation();
  const { step } = work;
  const isBusy = work.progress !== null;
  switch (step.name) {
    case 'choose':
      return (
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {t('ui.button.cancel')}
          </Button>
          <Button key={step.name} onClick={() => void onPreview()} loading={isBusy}>
            {t('imports.preview')}
          </Button>
        </>
      );
    case 'map':
      return (
        <>
          <Button variant="secondary" onClick={work.back} disabled={isBusy}>
            {t('imports.back')}
          </Button>
          <Button key={step.name} onClick={() => void work.applyMapping()} loading={isBusy}>
            {t('imports.preview')}
          </Button>
        </>
      );
    case 'preview':
      return (
        <>
          <Button variant="secondary" onClick={work.back} disabled={isBusy}>
            {t('imports.back')}
          </Button>
          <Button
            key={step.name}
            onClick={() => void work.import()}
            loading={isBusy}
            disabled={step.outcome.good.length === 0 && !step.isEdited}
          >
            {t('imports.submit')}
          </Button>
        </>
      );
    case 'held':
      return (
        <>
          <Button variant="secondary" onClick={work.leaveHeld} disabled={isBusy}>
            {t(step.isUndecided ? 'imports.leaveHeld' : 'ui.button.close')}
          </Button>
          {step.isUndecided && (
            <Button key={step.name} onClick={() => void work.announce()} loading={isBusy}>
              {t('imports.announce', { count: step.held })}
            </Button>
          )}
        </>
      );
    case 'correct':
      return (
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {t('ui.button.close')}
          </Button>
          <Button key={step.name} onClick={() => void work.sendAgain()} loading={isBusy} disabled={!step.isEdited}>
            {t('imports.submitAgain')}
          </Button>
        </>
      );
  }
}

function withAdded(
  columns: readonly ImportColumn[],
  optional: readonly ImportColumn[],
  conflicts: readonly Conflict[],
): readonly ImportColumn[] {
  return [...columns, ...optional.filter((column) => conflicts.some((row) => row[column] !== undefined))];
}

function TemplateButton({ columns }: { columns: readonly ImportColumn[] }) {
  const { t } = useTranslation();
  const download = () =>
    saveFile(
      t('imports.templateName'),
      'text/csv;charset=utf-8',
      writeCsvForPeople([columns.map((column) => titles[column])]),
    );
  return (
    <div>
      <Button variant="flat" size="small" icon={<Download size={16} aria-hidden />} onClick={download}>
        {t('imports.template')}
      </Button>
    </div>
  );
}

function useFileProblem(): (failure: unknown) => string | undefined {
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
