import type { beginSecondFactor, confirmSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markFields } from '../../../ui/form/form-problem.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../../ui/problem-text.ts';
import { CodeForm, codeReasons } from './code-form.ts';
import { CodeField } from './CodeField.tsx';
import classes from './ConfirmForm.module.css';
import { useConfirmSecondFactor } from './use-second-factor.ts';

interface ConfirmFormProps {
  draft: Reply<typeof beginSecondFactor>;
  onConfirmed: (confirmed: Reply<typeof confirmSecondFactor>) => void;
  size?: 'medium' | 'large';
  children: (isSubmitting: boolean) => ReactNode;
}

export function ConfirmForm({ draft, onConfirmed, size, children }: ConfirmFormProps) {
  const problemText = useProblemText();
  const form = useZodForm(CodeForm, { defaultValues: { code: '' } });
  const [failure, setFailure] = useState<unknown>(null);
  const confirm = useConfirmSecondFactor();
  const { setFocus } = form;

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      onConfirmed(await confirm.mutateAsync(code));
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error, codeReasons)) setFailure(error);
    }
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
      <SecretCard draft={draft} />
      <CodeField control={form.control} {...(size && { size })} />
      {children(form.formState.isSubmitting)}
    </form>
  );
}

interface SecretCardProps {
  draft: Reply<typeof beginSecondFactor>;
}

function SecretCard({ draft: { secret, address, picture } }: SecretCardProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.card}>
      <p>{t('secondFactor.scan')}</p>
      <img
        className={classes.picture}
        src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
        alt={t('secondFactor.picture')}
      />
      <p className={classes.help}>
        {t('secondFactor.type')} <code className={classes.secret}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <p className={classes.help}>
        <a href={address}>{t('secondFactor.openApp')}</a>
      </p>
    </div>
  );
}
