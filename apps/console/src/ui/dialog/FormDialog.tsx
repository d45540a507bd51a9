import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import type { Once } from '@vestibule/web/once.ts';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { markFields, type ReasonFields } from '../form/form-problem.ts';
import classes from './dialog.module.css';
import { Notice } from '../Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../problem-text.ts';
import { toast } from '../toast.ts';
import { useGuardedClose } from './use-guarded-close.tsx';
import type { ConcurrentChange } from '../form/use-concurrent-change.ts';
import type { FormOf } from '../form/use-zod-form.ts';

interface FormDialogProps<In extends FieldValues, Out> {
  opened: boolean;
  onClose: () => void;
  title: string;
  form: FormOf<In, Out>;
  onSubmit: (values: Out) => Promise<unknown>;
  submitLabel?: string;
  /** Allows an unchanged form, for example one filled by a lookup. */
  submitUnchanged?: boolean;
  submitDisabled?: boolean;
  /** Refusals marked at a field, such as `invalidPhone` at the phone. */
  reasonFields?: ReasonFields<In>;
  concurrent?: ConcurrentChange;
  once?: Once;
  width?: number;
  children: ReactNode;
}

/**
 * OK is enabled after a change and disabled while sending. Refusals are marked at fields or shown above the form. Input survives a lost
 * network. Closing and leaving ask only after input.
 */
export function FormDialog<In extends FieldValues, Out>(props: FormDialogProps<In, Out>) {
  const {
    opened,
    title,
    form,
    onSubmit,
    submitLabel,
    submitUnchanged = false,
    submitDisabled = false,
    reasonFields,
    concurrent,
    once,
    width,
    children,
  } = props;
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [failure, setFailure] = useState<unknown>(null);
  const { isDirty, isSubmitting } = form.formState;

  const sayAgain = useEffectEvent(() => {
    if (opened && failure instanceof CallFailed && failure.status === 404) toast(problemText(failure));
  });
  // The screen with the message disappears behind the dialog.
  useEffect(() => () => sayAgain(), []);

  const onClose = () => {
    concurrent?.forget();
    once?.forget();
    props.onClose();
  };
  const guard = useGuardedClose({ opened, onClose, isBusy: isSubmitting, isUnsaved: isDirty });

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await onSubmit(values);
      onClose();
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error, reasonFields)) setFailure(error);
    }
  });

  const afterClosing = () => {
    form.reset();
    setFailure(null);
  };

  const isLost = failure instanceof CallFailed && failure.status === null;

  return (
    <>
      <Dialog isForm opened={opened} onClose={guard.close} title={title} width={width} onClosed={afterClosing}>
        <form className={classes.form} onSubmit={submit} noValidate>
          {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
          {concurrent?.changed && <ConcurrentChangeNotice current={concurrent.changed.current} onTake={onClose} />}
          {children}
          <DialogButtons>
            <Button variant="secondary" onClick={guard.close} disabled={isSubmitting}>
              {t('ui.button.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting} disabled={submitDisabled || (!isDirty && !submitUnchanged)}>
              {isLost ? t('ui.button.tryAgain') : (submitLabel ?? t('ui.button.ok'))}
            </Button>
          </DialogButtons>
        </form>
      </Dialog>
      {guard.questions}
    </>
  );
}

interface ConcurrentChangeNoticeProps {
  /** Null if the other user cleared it. */
  current: string | null;
  onTake: () => void;
}

/** Saving again replaces the text that another user saved first. */
function ConcurrentChangeNotice({ current, onTake }: ConcurrentChangeNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.changed}>
      <p className={classes.words}>
        {current === null ? t('ui.meanwhile.empty') : t('ui.meanwhile.now', { current })} {t('ui.meanwhile.replace')}
      </p>
      <Button variant="secondary" size="small" onClick={onTake}>
        {t('ui.meanwhile.take')}
      </Button>
    </div>
  );
}
