import { useMutation } from '@tanstack/react-query';
import { authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import type { Problem } from '@vestibule/contract/platform/refusal.ts';
import { requestHostLink, signInHostWithWorkAccount, takeHostLink } from '@vestibule/contract/visits/host.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { call, CallFailed } from '@vestibule/web/call.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Entrance } from '../../shell/Entrance.tsx';
import { markFields } from '../../ui/form/form-problem.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { ButtonLink } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { DemoMails } from '../../ui/ServiceNotice.tsx';
import { useServices } from '../../ui/use-services.ts';
import { ChoiceList } from './ChoiceList.tsx';
import { useEnterAsHost } from './use-host.ts';

interface SignInScreenProps {
  hasEnded: boolean;
  /** Of a sign-in with a work account. */
  failure: unknown;
}

export function SignInScreen({ hasEnded, failure }: SignInScreenProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />;
  return <AskForLink hasEnded={hasEnded} failure={failure} onSent={setSentTo} />;
}

function AskForLink({ hasEnded, failure: before, onSent }: SignInScreenProps & { onSent: (email: string) => void }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const services = useServices();
  const form = useZodForm(requestHostLink.body, { defaultValues: { email: '' } });
  const [failure, setFailure] = useState<unknown>(before);
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      await call(requestHostLink, { body });
      onSent(body.email);
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error)) setFailure(error);
    }
  });
  const workAccount = useMutation({
    mutationFn: () => call(authorizeWorkAccount, { query: { purpose: 'host' } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: setFailure,
  });

  return (
    <Entrance title={t('my.title')}>
      {hasEnded ? <p role="status">{t('my.signIn.ended')}</p> : <p>{t('my.signIn.about')}</p>}
      {services.data?.email === false && (
        <Notice kind="information">{services.data.showsMails ? <DemoMails /> : t('my.signIn.notSetUp')}</Notice>
      )}
      <form onSubmit={submit} noValidate>
        {failure !== null && (
          <Notice kind="problem">
            {failure === before && <p>{t('my.signIn.workFailed')}</p>}
            <p>{problemText(failure)}</p>
          </Notice>
        )}
        <TextField
          control={form.control}
          name="email"
          type="email"
          size="large"
          label={t('my.signIn.email')}
          required
          autoComplete="username"
          maxLength={254}
        />
        <Button type="submit" size="large" fullWidth loading={form.formState.isSubmitting}>
          {t('my.signIn.submit')}
        </Button>
      </form>
      {services.data?.workAccounts && (
        <Button
          variant="secondary"
          size="large"
          fullWidth
          loading={workAccount.isPending}
          onClick={() => workAccount.mutate()}
        >
          {t('my.signIn.work')}
        </Button>
      )}
    </Entrance>
  );
}

/** The same for unknown addresses. */
function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Entrance title={t('my.signIn.sentTitle')}>
      <p role="status">{t('my.signIn.sent', { email })}</p>
      <p>
        {t('my.signIn.sentHelp')} <DemoMails />
      </p>
      <Button variant="secondary" size="large" fullWidth onClick={onAgain}>
        {t('my.signIn.again')}
      </Button>
    </Entrance>
  );
}

/** Only the button signs in, because mail scanners open links. `onDone` follows a sign-in. */
export function LinkScreen({ token, onDone }: { token: string; onDone?: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const enter = useEnterAsHost();
  const take = useMutation({
    mutationFn: (employeeId: number | null) =>
      call(takeHostLink, { body: { token, ...(employeeId !== null && { employeeId }) } }),
    onSuccess: (me) => {
      enter(me);
      onDone?.();
      // The token leaves the history.
      return navigate('/my', { replace: true });
    },
  });
  const problem = problemOf(take.error);
  const choices = useKept(problem?.employees);
  if (problem?.reason === 'linkInvalid') return <LinkInvalid />;
  if (choices) return <Choice choices={choices} isBusy={take.isPending} onChoose={take.mutate} error={take.error} />;
  return (
    <Entrance title={t('my.link.title')}>
      <p>{t('my.link.help')}</p>
      <Failure error={take.error} />
      <Button size="large" fullWidth loading={take.isPending} onClick={() => take.mutate(null)}>
        {t('my.link.submit')}
      </Button>
    </Entrance>
  );
}

function LinkInvalid() {
  const { t } = useTranslation();
  return (
    <Entrance title={t('my.link.invalidTitle')}>
      <p role="status">{t('my.link.invalidHelp')}</p>
      <ButtonLink to="/my" size="large" fullWidth>
        {t('my.link.newLink')}
      </ButtonLink>
    </Entrance>
  );
}

interface WorkAccountScreenProps {
  callback: { code: string; state: string };
  /** `failure` is null after a sign-in. */
  onEnd: (failure: unknown) => void;
}

/** Completes a sign-in at the provider. The refusal `chooseEmployee` has a token of a link. */
export function WorkAccountScreen({ callback, onEnd }: WorkAccountScreenProps) {
  const { t } = useTranslation();
  const enter = useEnterAsHost();
  const [token, setToken] = useState<string | null>(null);
  const isBegun = useRef(false);
  const begin = useEffectEvent(async () => {
    try {
      enter(await call(signInHostWithWorkAccount, { body: callback }));
      onEnd(null);
    } catch (error) {
      reportUnlessOfCall(error);
      const next = problemOf(error)?.token;
      if (next) setToken(next);
      else onEnd(error);
    }
  });
  useEffect(() => {
    // React may run an effect twice, and the code of the provider works once.
    if (isBegun.current) return;
    isBegun.current = true;
    void begin();
  }, []);
  if (token !== null) return <LinkScreen token={token} onDone={() => onEnd(null)} />;
  return (
    <Entrance title={t('my.title')}>
      <Spinner label={t('ui.list.loading')} />
    </Entrance>
  );
}

interface ChoiceProps {
  choices: NonNullable<Problem['employees']>;
  isBusy: boolean;
  error: unknown;
  onChoose: (employeeId: number) => void;
}

function Choice({ choices, isBusy, error, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <Entrance title={t('my.link.chooseTitle')}>
      <p>{t('my.link.chooseHelp')}</p>
      {problemOf(error)?.reason !== 'chooseEmployee' && <Failure error={error} />}
      <ChoiceList choices={choices} isBusy={isBusy} onChoose={onChoose} />
    </Entrance>
  );
}

function Failure({ error }: { error: unknown }) {
  const problemText = useProblemText();
  return error !== null && <Notice kind="problem">{problemText(error)}</Notice>;
}

function problemOf(error: unknown): Problem | null {
  return error instanceof CallFailed ? error.problem : null;
}

/** Keeps the last value while a new attempt clears it. */
function useKept<Value>(value: Value | undefined): Value | undefined {
  const [kept, setKept] = useState(value);
  if (value !== undefined && value !== kept) setKept(value);
  return kept;
}
