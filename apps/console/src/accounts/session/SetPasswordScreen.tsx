import { useQuery } from '@tanstack/react-query';
import {
  checkToken,
  mismatch,
  passwordPair,
  passwordsMatch,
  restorePassword,
} from '@vestibule/contract/accounts/recovery.ts';
import { NewPassword } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Check, Circle } from '@vestibule/ui/icons.tsx';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { z } from 'zod';
import { Entrance } from '../../shell/Entrance.tsx';
import { markFields } from '../../ui/form/form-problem.ts';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ButtonLink, TextLink } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import classes from './SetPasswordScreen.module.css';

const PasswordForm = z.strictObject(passwordPair).refine(passwordsMatch, mismatch);

/** `mostLikelySet`: an attempt without an answer probably used up the link. */
type Outcome = 'set' | 'mostLikelySet' | 'invalid';

export function SetPasswordScreen() {
  const { token = '' } = useParams();
  return <WithToken key={token} token={token} />;
}

function WithToken({ token }: { token: string }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const check = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => call(checkToken, { body: { token } }, { signal }),
    enabled: token !== '' && outcome === null,
    staleTime: Infinity,
    gcTime: 0,
  });

  if (outcome === 'set') return <PasswordIsSet />;
  if (outcome === 'mostLikelySet') return <PasswordIsMostLikelySet />;
  if (token === '' || outcome === 'invalid' || isRefused(check.error) || isNoToken(check.error))
    return <LinkIsInvalid />;
  if (check.error) {
    return (
      <Entrance title={t('session.setPassword.title')}>
        <Notice kind="problem">{problemText(check.error)}</Notice>
        <Button size="large" fullWidth loading={check.isFetching} onClick={() => check.refetch()}>
          {t('ui.button.tryAgain')}
        </Button>
        <TextLink to="/login">{t('session.backToLogin')}</TextLink>
      </Entrance>
    );
  }
  return (
    <Entrance title={t('session.setPassword.title')}>
      {check.data ? (
        <PasswordPair token={token} onDone={setOutcome} />
      ) : (
        <p role="status">{t('session.setPassword.checking')}</p>
      )}
      <TextLink to="/login">{t('session.backToLogin')}</TextLink>
    </Entrance>
  );
}

interface PasswordPairProps {
  token: string;
  onDone: (outcome: Outcome) => void;
}

function PasswordPair({ token, onDone }: PasswordPairProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const form = useZodForm(PasswordForm, { defaultValues: { password: '', confirmPassword: '' } });
  const [failure, setFailure] = useState<unknown>(null);
  const [repeatable] = useState(() => createRepeat('linkToResetInvalid'));
  const { isDirty, isSubmitting } = form.formState;
  const { setFocus } = form;

  useEffect(() => setFocus('password'), [setFocus]);

  const submit = form.handleSubmit(async (passwords) => {
    setFailure(null);
    try {
      const isSure = await repeatable(passwords, async () => {
        await call(restorePassword, { body: { token, ...passwords } });
        return true;
      });
      onDone(isSure ? 'set' : 'mostLikelySet');
    } catch (error) {
      if (isRefused(error)) return onDone('invalid');
      reportUnlessOfCall(error);
      if (!markFields(form, error)) setFailure(error);
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
      <PasswordField
        control={form.control}
        name="password"
        size="large"
        label={t('session.password.new')}
        required
        autoComplete="new-password"
      />
      <PasswordRules password={form.watch('password')} />
      <PasswordField
        control={form.control}
        name="confirmPassword"
        size="large"
        label={t('session.setPassword.confirm')}
        required
        autoComplete="new-password"
      />
      <Button type="submit" size="large" fullWidth loading={isSubmitting} disabled={!isDirty}>
        {t('session.setPassword.submit')}
      </Button>
    </form>
  );
}

function PasswordIsSet() {
  const { t } = useTranslation();
  return (
    <Entrance title={t('session.setPassword.doneTitle')}>
      <p role="status">{t('session.setPassword.successPass')}</p>
      <ButtonLink to="/login" size="large" fullWidth>
        {t('session.backToLogin')}
      </ButtonLink>
    </Entrance>
  );
}

function PasswordIsMostLikelySet() {
  const { t } = useTranslation();
  return (
    <Entrance title={t('session.setPassword.title')}>
      <p role="status">{t('session.setPassword.mostLikely')}</p>
      <ButtonLink to="/login" size="large" fullWidth>
        {t('session.backToLogin')}
      </ButtonLink>
      <TextLink to="/recovery">{t('session.setPassword.requestNew')}</TextLink>
    </Entrance>
  );
}

function LinkIsInvalid() {
  const { t } = useTranslation();
  return (
    <Entrance title={t('session.setPassword.title')}>
      <Notice kind="problem">{t('errors.linkToResetInvalid')}</Notice>
      <ButtonLink to="/recovery" size="large" fullWidth>
        {t('session.setPassword.requestNew')}
      </ButtonLink>
      <TextLink to="/login">{t('session.backToLogin')}</TextLink>
    </Entrance>
  );
}

function isRefused(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.reason === 'linkToResetInvalid';
}

/** The link ends in no token, for example because a mail program changed it. */
function isNoToken(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.reason === 'validation';
}

const rules = [
  '8-70chars',
  'passShouldHaveNum',
  'passShouldHaveUpper',
  'passShouldHaveLower',
  'passShouldHaveSpecial',
] as const;

function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation();
  const broken = new Set(NewPassword.safeParse(password).error?.issues.map(({ message }) => message));
  return (
    <ul className={classes.rules} aria-label={t('session.rules.title')}>
      {rules.map((rule) => {
        const isKept = !broken.has(rule);
        const Icon = isKept ? Check : Circle;
        return (
          <li key={rule} className={classes.rule} data-kept={isKept || undefined}>
            <Icon
              className={classes.icon}
              size={16}
              role="img"
              aria-label={t(isKept ? 'session.rules.kept' : 'session.rules.missing')}
            />
            {t(`session.rules.${rule}`)}
          </li>
        );
      })}
    </ul>
  );
}
