import { requestReset } from '@vestibule/contract/accounts/recovery.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { call, CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Entrance } from '../../shell/Entrance.tsx';
import { ButtonLink, TextLink } from '../../ui/Link.tsx';
import { markFields } from '../../ui/form/form-problem.ts';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useMarkLeft } from '../../ui/form/use-mark-left.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { DemoMails } from '../../ui/ServiceNotice.tsx';
import { useMissingChannels } from '../../ui/use-services.ts';

const EmailForm = requestReset.body.omit({ url: true });

export function RecoveryScreen() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  return sentTo === null ? <AskForLink onSent={setSentTo} /> : <LinkSent email={sentTo} />;
}

function AskForLink({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const isSent = useIsMailSent();
  const typedBefore = useTypedEmail();
  const form = useZodForm(EmailForm, { defaultValues: { email: typedBefore } });
  const [failure, setFailure] = useState<unknown>(null);
  const { setFocus } = form;
  const markLeft = useMarkLeft(form, 'email');

  useEffect(() => setFocus('email'), [setFocus]);

  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await call(requestReset, { body: { ...values, url: `${location.origin}/set-password` } });
      onSent(values.email);
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error)) setFailure(error);
    }
  });

  const isLost = failure instanceof CallFailed && failure.status === null;

  return (
    <Entrance title={t('session.recovery.title')}>
      {isSent ? (
        <p>{t('session.recovery.help')}</p>
      ) : (
        <Notice kind="information">
          {t('session.recovery.notSetUp')} <DemoMails />
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
        <TextField
          control={form.control}
          name="email"
          type="email"
          size="large"
          label={t('session.login.email')}
          required
          autoComplete="username"
          maxLength={254}
          onLeave={markLeft}
        />
        <Button type="submit" size="large" fullWidth loading={form.formState.isSubmitting}>
          {isLost ? t('ui.button.tryAgain') : t('session.recovery.submit')}
        </Button>
      </form>
      <TextLink to="/login">{t('session.backToLogin')}</TextLink>
    </Entrance>
  );
}

function LinkSent({ email }: { email: string }) {
  const { t } = useTranslation();
  const isSent = useIsMailSent();
  if (!isSent) {
    return (
      <Entrance title={t('session.recovery.unsentTitle')}>
        <p role="status">
          {t('session.recovery.notSetUp')} <DemoMails />
        </p>
        <ButtonLink to="/login" size="large" fullWidth>
          {t('session.backToLogin')}
        </ButtonLink>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('session.recovery.sentTitle')}>
      <p role="status">{t('session.recovery.sent', { email })}</p>
      <p>{t('session.recovery.sentHelp')}</p>
      <ButtonLink to="/login" size="large" fullWidth>
        {t('session.backToLogin')}
      </ButtonLink>
    </Entrance>
  );
}

function useIsMailSent(): boolean {
  return !useMissingChannels().includes('email');
}

function useTypedEmail(): string {
  const location = useLocation();
  return readEmail(location.state);
}

function readEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
