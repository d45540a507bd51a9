import { takeSecondStep } from '@vestibule/contract/accounts/second-factor.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { call } from '@vestibule/web/call.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnTo } from './use-return-to.ts';
import { Entrance } from '../../shell/Entrance.tsx';
import { markFields } from '../../ui/form/form-problem.ts';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { TextLink } from '../../ui/Link.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { CodeField } from './second-factor/CodeField.tsx';
import { CodeForm, codeReasons } from './second-factor/code-form.ts';

export function SecondStepForm({ onDone }: { onDone: (session: Session) => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const returnTo = useReturnTo();
  const form = useZodForm(CodeForm, { defaultValues: { code: '' } });
  const [failure, setFailure] = useState<unknown>(null);
  const { setFocus } = form;

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      onDone(await call(takeSecondStep, { body }));
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error, codeReasons)) setFailure(error);
    }
  });

  return (
    <Entrance title={t('secondFactor.step')}>
      <form onSubmit={submit} noValidate>
        {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
        <CodeField control={form.control} size="large" help={t('secondFactor.codeHelp')} />
        <Button
          type="submit"
          size="large"
          fullWidth
          loading={form.formState.isSubmitting}
          disabled={!form.formState.isDirty}
        >
          {t('secondFactor.signIn')}
        </Button>
      </form>
      <TextLink to="/login" state={{ returnTo }}>
        {t('session.backToLogin')}
      </TextLink>
    </Entrance>
  );
}
