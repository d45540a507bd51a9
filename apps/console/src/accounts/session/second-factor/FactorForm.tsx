import type { SecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogButtons } from '../../../ui/dialog/DialogButtons.tsx';
import { markFields } from '../../../ui/form/form-problem.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../../ui/problem-text.ts';
import { formatDate } from '../../../ui/time.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { CodeField } from './CodeField.tsx';
import { CodeForm, codeReasons } from './code-form.ts';
import classes from './ConfirmForm.module.css';
import { useRemoveSecondFactor, useRenewRecoveryCodes } from './use-second-factor.ts';

interface FactorFormProps {
  factor: SecondFactor;
  onCodes: (codes: readonly string[]) => void;
  onRemoved: () => void;
}

export function FactorForm({ factor, onCodes, onRemoved }: FactorFormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const form = useZodForm(CodeForm, { defaultValues: { code: '' } });
  const [failure, setFailure] = useState<unknown>(null);
  const renew = useRenewRecoveryCodes();
  const remove = useRemoveSecondFactor();
  const { setFocus } = form;

  useEffect(() => setFocus('code'), [setFocus]);

  const withCode = (act: (code: string) => Promise<void>) =>
    form.handleSubmit(async ({ code }) => {
      setFailure(null);
      try {
        await act(code);
      } catch (error) {
        reportUnlessOfCall(error);
        if (!markFields(form, error, codeReasons)) setFailure(error);
      }
    });
  const makeCodes = withCode(async (code) => onCodes((await renew.mutateAsync(code)).recoveryCodes));
  const turnOff = withCode(async (code) => {
    await remove.mutateAsync(code);
    onRemoved();
  });

  return (
    <form className={classes.form} onSubmit={makeCodes} noValidate>
      {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
      <p className={classes.text}>
        {t('secondFactor.since', { day: formatDate(factor.since ?? '') })}{' '}
        {t('secondFactor.left', { count: factor.recoveryCodesLeft })}
      </p>
      {factor.isRequired && <p className={classes.text}>{t('secondFactor.stays')}</p>}
      <CodeField control={form.control} help={t('secondFactor.codeFor')} />
      <DialogButtons>
        {!factor.isRequired && (
          <Button variant="danger-flat" loading={remove.isPending} disabled={renew.isPending} onClick={turnOff}>
            {t('secondFactor.turnOff')}
          </Button>
        )}
        <Button type="submit" loading={renew.isPending} disabled={remove.isPending}>
          {t('secondFactor.renew')}
        </Button>
      </DialogButtons>
    </form>
  );
}
