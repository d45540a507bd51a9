import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { isSomebodyElse, useSession } from '@vestibule/web/session.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { homeOf, isOwnAddress } from '../../navigation.ts';
import { Unreachable } from '../../shell/FullPage.tsx';
import { useAskedPage } from './use-asked-page.ts';
import { useSessionEnd } from './use-session-end.ts';

/**
 * Lets in only who is signed in. Everybody else ends at the sign-in screen, or where it is said why their session
 * ended; the address that was asked for goes along, unless they left by their own hand.
 */
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
  return <Navigate key={key} to={end ? '/signed-out' : '/login'} replace state={{ asked: pathname + search }} />;
}

/** Lets in only who is not signed in: the others go on to the page that was asked for, unless by somebody else before them, or home. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const asked = useAskedPage();
  const { t } = useTranslation();
  const { key } = useLocation();
  const { data: session, isPending } = useSession();

  if (isPending) return <Spinner label={t('ui.list.loading')} />;
  if (!session) return children;
  const goesOn = asked && isOwnAddress(session, asked) && !isSomebodyElse(session);
  return <Navigate key={key} to={goesOn ? asked : homeOf(session)} replace />;
}
