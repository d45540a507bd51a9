import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { isOtherUser, useSession } from '@vestibule/web/session.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { homeOf, isOwnAddress } from '../../navigation.ts';
import { Unreachable } from '../../shell/FullPage.tsx';
import { useReturnTo } from './use-return-to.ts';
import { useSessionEnd } from './use-session-end.ts';

/** Redirects others to the sign-in screen, which returns to the requested address. */
export function SignedInOnly({ children }: { children: ReactNode }) {
  const { key, pathname, search } = useLocation();
  const { t } = useTranslation();
  const { data: session, error, isFetching, refetch } = useSession();
  const end = useSessionEnd();

  if (session) return children;
  if (session === undefined) {
    if (!error) return <Spinner label={t('ui.list.loading')} />;
    return <Unreachable error={error} isTrying={isFetching} onRetry={() => void refetch()} />;
  }
  if (end === 'loggedOut') return <Navigate key={key} to="/login" replace />;
  if (end === 'left') return <Navigate key={key} to="/signed-out" replace />;
  return <Navigate key={key} to={end ? '/signed-out' : '/login'} replace state={{ returnTo: pathname + search }} />;
}

/** Redirects a signed-in user to the requested page. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const returnTo = useReturnTo();
  const { t } = useTranslation();
  const { key } = useLocation();
  const { data: session, isPending } = useSession();

  if (isPending) return <Spinner label={t('ui.list.loading')} />;
  if (!session) return children;
  const goesOn = returnTo && isOwnAddress(session, returnTo) && !isOtherUser(session);
  return <Navigate key={key} to={goesOn ? returnTo : homeOf(session)} replace />;
}
