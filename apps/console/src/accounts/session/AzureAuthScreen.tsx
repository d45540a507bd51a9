import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { useWorkSignIn } from '@vestibule/web/session.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { Entrance } from '../../shell/Entrance.tsx';
import { ButtonLink } from '../../ui/Link.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { useIdentityCallback } from './use-identity-callback.ts';
import { useReturnTo } from './use-return-to.ts';
import { useSecondStep } from './use-second-step.ts';
import { rememberEnd, notifyOtherWindows } from './use-session-end.ts';

const Unreadable = z.object({ isUnreadable: z.literal(true) });

export function AzureAuthScreen() {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  const callback = useIdentityCallback();
  const [isUnreadable] = useState(() => Unreadable.safeParse(location.state).success);
  const [failure, setFailure] = useState<unknown>(null);
  const { mutateAsync: signIn } = useWorkSignIn();
  const isBegun = useRef(false);
  const goOn = useSecondStep();
  const fail = useEffectEvent((error: unknown) => {
    if (!goOn(error)) setFailure(error);
  });

  useEffect(() => {
    // React may run an effect twice, and the code of the provider works once.
    if (!callback || isBegun.current) return;
    isBegun.current = true;
    void navigate('/azure-auth', { replace: true, state: { returnTo } });
    signIn(callback).then(() => {
      rememberEnd(null);
      notifyOtherWindows('signedIn');
    }, fail);
  }, [callback, returnTo, navigate, signIn]);

  if (callback && failure === null) {
    return (
      <Entrance title={t('workAccount.signingIn')}>
        <Spinner label={t('ui.list.loading')} />
      </Entrance>
    );
  }
  return (
    <Entrance title={t('workAccount.failed')}>
      <Notice kind="problem">
        <p>{t('workAccount.error')}</p>
        {isUnreadable && !callback ? <p>{t('workAccount.unreadable')}</p> : <Explanation failure={failure} />}
      </Notice>
      <ButtonLink to="/login" state={{ returnTo }} size="large" fullWidth>
        {t('workAccount.back')}
      </ButtonLink>
    </Entrance>
  );
}

function Explanation({ failure }: { failure: unknown }) {
  const problemText = useProblemText();
  if (failure === null || (failure instanceof CallFailed && failure.problem?.reason === 'azureAuthError')) return null;
  return <p>{problemText(failure)}</p>;
}
