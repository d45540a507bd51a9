import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { beginSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/DialogButtons.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useProblemText } from '../../../ui/problem-text.ts';
import { toast } from '../../../ui/toast.ts';
import { useUnloadQuestion } from '../../../ui/unload-question.ts';
import { BeginForm } from './BeginForm.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { FactorForm } from './FactorForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useAreRecoveryCodesPending, useSecondFactor } from './use-second-factor.ts';

interface SecondFactorDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function SecondFactorDialog({ opened, onClose }: SecondFactorDialogProps) {
  const { t } = useTranslation();
  const [mayLeave, setMayLeave] = useState(true);
  const areCodesPending = useAreRecoveryCodesPending();
  const close = () => {
    if (areCodesPending()) return;
    setMayLeave(true);
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t('session.secondFactor.title')}
      width={440}
      // Recovery codes are shown once. Escape or a press outside must not lose them.
      isDismissable={mayLeave}
    >
      <Steps opened={opened} onClose={close} onCodes={() => setMayLeave(false)} />
    </Dialog>
  );
}

interface StepsProps extends SecondFactorDialogProps {
  onCodes: () => void;
}

function Steps({ opened, onClose, onCodes }: StepsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const factor = useSecondFactor(opened);
  const [draft, setDraft] = useState<Reply<typeof beginSecondFactor> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  useUnloadQuestion(codes !== null);

  const show = (shown: readonly string[]) => {
    setCodes(shown);
    onCodes();
  };
  const cancel = (isSubmitting = false) => (
    <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
      {t('ui.button.cancel')}
    </Button>
  );

  if (codes) {
    return (
      <>
        <RecoveryCodes codes={codes} />
        <DialogButtons>
          <Button onClick={onClose}>{t('secondFactor.kept')}</Button>
        </DialogButtons>
      </>
    );
  }
  if (draft) {
    return (
      <ConfirmForm draft={draft} onConfirmed={({ recoveryCodes }) => show(recoveryCodes)}>
        {(isSubmitting) => (
          <DialogButtons>
            {cancel(isSubmitting)}
            <Button type="submit" loading={isSubmitting}>
              {t('secondFactor.turnOn')}
            </Button>
          </DialogButtons>
        )}
      </ConfirmForm>
    );
  }
  if (!factor.data) {
    return factor.error ? (
      <Notice kind="problem">{problemText(factor.error)}</Notice>
    ) : (
      <Spinner label={t('ui.list.loading')} />
    );
  }
  if (factor.data.since === null) {
    return (
      <BeginForm takesPassword={factor.data.takesPassword} onBegun={setDraft}>
        {cancel()}
      </BeginForm>
    );
  }
  const afterRemoval = () => {
    toast(t('secondFactor.isOff'));
    onClose();
  };
  return <FactorForm factor={factor.data} onCodes={show} onRemoved={afterRemoval} />;
}
