import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, Navigate, useLocation } from 'react-router';
import { useIdentityCallback } from '../../accounts/session/use-identity-callback.ts';
import { Unreachable } from '../../shell/FullPage.tsx';
import { HostScreen } from './HostScreen.tsx';
import { LinkScreen, SignInScreen, WorkAccountScreen } from './SignInScreens.tsx';
import { useHost } from './use-host.ts';
import { AnswerWords, useHostTexts } from './use-host-texts.ts';

/** The app of hosts at `/my`, in their language and with a session of their own. */
export function HostApp() {
  const { t } = useTranslation();
  const words = useHostTexts();
  return (
    <>
      <meta name="theme-color" content="#f6f6f8" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14141b" media="(prefers-color-scheme: dark)" />
      <link rel="manifest" href="/my.webmanifest" />
      <link rel="apple-touch-icon" href="/my-180.png" />
      {words === null ? (
        <Spinner label={t('ui.list.loading')} />
      ) : (
        <AnswerWords value={words}>
          <Content />
        </AnswerWords>
      )}
    </>
  );
}

function Content() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data: me, error, isFetching, refetch } = useHost();
  const callback = useIdentityCallback();
  const [isReturning, setReturning] = useState(callback !== undefined);
  const [failure, setFailure] = useState<unknown>(null);
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (me && !wasSignedIn) setWasSignedIn(true);
  const token = matchPath('/my/link/:token', pathname)?.params.token;
  if (token !== undefined) return <LinkScreen token={token} />;
  const isInviting = pathname === '/my/invite';
  if (pathname !== '/my' && !isInviting) return <Navigate to="/my" replace />;
  if (callback && isReturning) {
    return (
      <WorkAccountScreen
        callback={callback}
        onEnd={(problem) => {
          setFailure(problem);
          setReturning(false);
        }}
      />
    );
  }
  if (me && isInviting && !me.tenant.enableInvitations) return <Navigate to="/my" replace />;
  if (me) return <HostScreen me={me} page={isInviting ? 'invite' : 'visitors'} />;
  if (me === null) return <SignInScreen hasEnded={wasSignedIn} failure={failure} />;
  if (!error) return <Spinner label={t('ui.list.loading')} />;
  return <Unreachable error={error} isTrying={isFetching} onRetry={() => void refetch()} />;
}
