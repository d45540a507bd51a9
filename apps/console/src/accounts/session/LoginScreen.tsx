import { useMutation } from '@tanstack/react-query';
import { Credentials } from '@vestibule/contract/accounts/session.ts';
import { OwnPath, authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { useSignIn } from '@vestibule/web/session.ts';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Entrance } from '../../shell/Entrance.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PasswordInput } from '../../ui/form/PasswordInput.tsx';
import { TextLink } from '../../ui/Link.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import { useReturnTo } from './use-return-to.ts';
import { useSecondStep } from './use-second-step.ts';
import { rememberEnd, notifyOtherWindows } from './use-session-end.ts';

const LoginFailureDialog = lazyDialog(async () => (await import('./LoginFailureDialog.tsx')).LoginFailureDialog, {
  ahead: false,
});

const fields = ['email', 'password'] as const;
type Field = (typeof fields)[number];

/** Uses no form library, because it would add a tenth to the first load. */
export function LoginScreen() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const signIn = useSignIn();
  const goOn = useSecondStep();
  const [typed, setTyped] = useState({ email: '', password: '' });
  const [keys, setKeys] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => email.current?.focus(), []);

  const mark = (wrong: Partial<Record<Field, string>>) => {
    setKeys(wrong);
    (wrong.email ? email : password).current?.focus();
  };

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const credentials = Credentials.safeParse(typed);
    if (!credentials.success) return mark(firstKeys(credentials.error.issues));
    setKeys({});
    try {
      await signIn.mutateAsync(credentials.data);
      rememberEnd(null);
      notifyOtherWindows('signedIn');
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (goOn(error)) return;
      if (error.problem?.reason === 'incorrectEmail') mark({ email: 'incorrectEmail' });
      else if (error.problem?.fields) mark(error.problem.fields);
      else {
        if (error.problem?.reason === 'incorrectPassword') setKeys({ password: 'incorrectPassword' });
        setFailure(error);
      }
    }
  };

  const bind = (name: Field) => ({
    name,
    size: 'large' as const,
    'aria-required': true,
    value: typed[name],
    error: keys[name] && errorText(keys[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped({ ...typed, [name]: event.currentTarget.value });
      setKeys({ ...keys, [name]: undefined });
    },
  });

  const closeFailure = () => {
    setFailure(null);
    password.current?.select();
  };

  return (
    <Entrance title={t('session.login.title')}>
      <p>{t('session.login.about')}</p>
      <form onSubmit={submit} noValidate>
        <TextInput
          {...bind('email')}
          ref={email}
          type="email"
          label={t('session.login.email')}
          autoComplete="username"
        />
        <PasswordInput
          {...bind('password')}
          ref={password}
          label={t('session.login.password')}
          autoComplete="current-password"
        />
        <Button
          type="submit"
          size="large"
          fullWidth
          loading={signIn.isPending}
          disabled={typed.email === '' && typed.password === ''}
        >
          {t('session.login.submit')}
        </Button>
      </form>
      <WorkAccountButton onFailure={setFailure} />
      <TextLink to="/recovery" state={{ email: typed.email }}>
        {t('session.login.forgot')}
      </TextLink>
      <LoginFailureDialog opened={failure !== null} failure={failure} email={typed.email} onClose={closeFailure} />
    </Entrance>
  );
}

function firstKeys(issues: readonly { path: PropertyKey[]; message: string }[]): Partial<Record<Field, string>> {
  return Object.fromEntries(
    fields.map((field) => [field, issues.find(({ path }) => path[0] === field)?.message] as const),
  );
}

function WorkAccountButton({ onFailure }: { onFailure: (failure: Error) => void }) {
  const { t } = useTranslation();
  const returnTo = OwnPath.safeParse(useReturnTo()).data;
  const leave = useMutation({
    mutationFn: () => call(authorizeWorkAccount, { query: { purpose: 'signIn', ...(returnTo && { returnTo }) } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: onFailure,
  });

  return (
    <Button variant="secondary" size="large" fullWidth loading={leave.isPending} onClick={() => leave.mutate()}>
      {t('workAccount.submit')}
    </Button>
  );
}
