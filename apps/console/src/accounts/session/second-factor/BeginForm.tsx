import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { beginSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { password } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DialogButtons } from '../../../ui/dialog/DialogButtons.tsx';
import { markFields } from '../../../ui/form/form-problem.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { reportUnlessOfCall, useProblemText } from '../../../ui/problem-text.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import classes from './ConfirmForm.module.css';
import { useBeginSecondFactor } from './use-second-factor.ts';

const WithPassword = z.strictObject({ password: password('currentPassRequired') });
const WithoutPassword = z.strictObject({ password: z.string() });

interface BeginFormProps {
  takesPassword: boolean;
  onBegun: (draft: Reply<typeof beginSecondFactor>) => void;
  children: ReactNode;
}

export function BeginForm({ takesPassword, onBegun, children }: BeginFormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const form = useZodForm(takesPassword ? WithPassword : WithoutPassword, { defaultValues: { password: '' } });
  const [failure, setFailure] = useState<unknown>(null);
  const begin = useBeginSecondFactor();
  const { setFocus } = form;

  useEffect(() => setFocus('password'), [setFocus]);

  const submit = form.handleSubmit(async (typed) => {
    setFailure(null);
    try {
      onBegun(await begin.mutateAsync(takesPassword ? typed.password : undefined));
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error)) setFailure(error);
    }
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
      <p className={classes.text}>{t('secondFactor.about')}</p>
      {takesPassword && (
        <PasswordField
          control={form.control}
          name="password"
          label={t('session.password.current')}
          required
          autoComplete="current-password"
          initialFocus
        />
      )}
      <DialogButtons>
        {children}
        <Button type="submit" loading={form.formState.isSubmitting}>
          {t('secondFactor.begin')}
        </Button>
      </DialogButtons>
    </form>
  );
}
