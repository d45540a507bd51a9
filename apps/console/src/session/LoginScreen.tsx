import { Button } from '@mantine/core';
import { Credentials } from '@vestibule/contract/session.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { useSignIn } from '@vestibule/web/session.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Entrance } from '../shell/Entrance.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { markFields } from '../ui/form-problem.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { rememberEnd, tellOtherWindows } from './use-session-end.ts';

const LoginFailureDialog = lazyDialog(async () => (await import('./LoginFailureDialog.tsx')).LoginFailureDialog);

/** Signs in with e-mail and password. What was typed stays when it fails; where to go next is the router's affair. */
export function LoginScreen() {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const form = useZodForm(Credentials, { defaultValues: { email: '', password: '' } });
  const [failure, setFailure] = useState<Error | null>(null);
  const { isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (credentials) => {
    try {
      await signIn.mutateAsync(credentials);
      rememberEnd(null);
      tellOtherWindows('signedIn');
    } catch (error) {
      if (error instanceof CallFailed && error.problem?.reason === 'incorrectEmail') {
        form.setError('email', { type: 'server', message: 'incorrectEmail' }, { shouldFocus: true });
        return;
      }
      if (!markFields(form, error)) setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  });

  const closeFailure = () => {
    setFailure(null);
    form.setFocus('password', { shouldSelect: true });
  };

  return (
    <Entrance title={t('session.login.title')}>
      <form onSubmit={submit} noValidate>
        <TextField
          control={form.control}
          name="email"
          type="email"
          label={t('session.login.email')}
          autoComplete="username"
          size="md"
          initialFocus
        />
        <PasswordField
          control={form.control}
          name="password"
          label={t('session.login.password')}
          autoComplete="current-password"
          size="md"
        />
        <Button type="submit" size="large" fullWidth loading={isSubmitting} disabled={!isDirty}>
          {t('session.login.submit')}
        </Button>
      </form>
      <LoginFailureDialog opened={failure !== null} failure={failure} onClose={closeFailure} />
    </Entrance>
  );
}
