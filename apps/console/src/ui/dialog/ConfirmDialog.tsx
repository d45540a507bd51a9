import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { DialogComing } from '../lazy-dialog.tsx';
import { Notice } from '../Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../problem-text.ts';
import { writing } from '../keyboard/writing.ts';

interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  /** False keeps the dialog closed until its question is known. */
  isReady?: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** Where "Cancel" could also mean the act. */
  cancelLabel?: string;
  /**
   * The dialog waits for it, then closes or shows the failure. After 404 and 409 the user cannot confirm again, except for the reason
   * `otherwise`.
   */
  onConfirm: () => Promise<unknown>;
  otherwise?: Reason;
  confirmDisabled?: boolean;
  /** While a part of the question loads, the user cannot confirm. */
  isLoading?: boolean;
  /** `primary` focuses the button, so that Enter confirms. `danger` is for acts without undo, where Enter cancels. */
  type?: 'danger' | 'primary';
  typedWord?: string;
  problemTexts?: Partial<Record<Reason, string>>;
}

export function ConfirmDialog({ opened, onClose, isReady = true, ...question }: ConfirmDialogProps) {
  const [running, setRunning] = useState(false);
  // Stays open while a background read makes `isReady` false again.
  const [isAsked, setAsked] = useState(false);
  if (isAsked !== (opened && (isAsked || isReady))) setAsked(!isAsked);
  const close = () => running || onClose();

  return (
    <>
      {opened && !isAsked && <DialogComing />}
      <Dialog opened={opened && isAsked} onClose={close} title={question.title}>
        <Question {...question} running={running} onRunning={setRunning} onClose={onClose} />
      </Dialog>
    </>
  );
}

interface QuestionProps extends Omit<ConfirmDialogProps, 'opened' | 'isReady'> {
  running: boolean;
  onRunning: (running: boolean) => void;
}

function Question({
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onClose,
  otherwise,
  confirmDisabled = false,
  isLoading = false,
  type = 'danger',
  typedWord,
  problemTexts = {},
  running,
  onRunning,
}: QuestionProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);

  const mild = type === 'primary' ? 'confirm' : 'cancel';
  const focus = typedWord ? 'word' : mild;

  const asksWord = typedWord !== undefined && !isOver;
  // The focused element is gone.
  useEffect(() => {
    if (isOver || (!asksWord && document.activeElement === document.body)) cancel.current?.focus();
  }, [isOver, asksWord]);

  const confirm = async () => {
    setProblem(null);
    onRunning(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      reportUnlessOfCall(error);
      const reason = error instanceof CallFailed ? error.problem?.reason : undefined;
      setProblem((reason && problemTexts[reason]) ?? problemText(error));
      const isRefused = error instanceof CallFailed && (error.status === 404 || error.status === 409);
      setOver(isRefused && reason !== otherwise);
    } finally {
      onRunning(false);
    }
  };

  return (
    <>
      <div className={classes.question}>
        {problem && <Notice kind="problem">{problem}</Notice>}
        <div>{children}</div>
        {asksWord && (
          <TextInput
            label={t('ui.form.typeToConfirm', { word: typedWord })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            {...writing.code}
            data-autofocus={focus === 'word' || undefined}
          />
        )}
      </div>
      <DialogButtons>
        <Button
          ref={cancel}
          variant="secondary"
          onClick={onClose}
          disabled={running}
          data-autofocus={focus === 'cancel' || undefined}
        >
          {isOver ? t('ui.button.ok') : (cancelLabel ?? t('ui.button.cancel'))}
        </Button>
        {!isOver && (
          <Button
            variant={type}
            onClick={confirm}
            loading={running || isLoading}
            data-autofocus={focus === 'confirm' || undefined}
            disabled={confirmDisabled || (typedWord !== undefined && typed.trim() !== typedWord)}
          >
            {confirmLabel}
          </Button>
        )}
      </DialogButtons>
    </>
  );
}
