import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useSession } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { readReturn } from './identity-return.ts';

const pages = { signIn: '/azure-auth', host: '/my/return', directory: '/directory-return' } as const;

/** Takes an unreadable state with a session as the end of connecting a directory. */
export function TenantRedirect() {
  const { t } = useTranslation();
  const { data: session, isPending } = useSession();
  const { purpose, state } = readReturn(useLocation().search);
  if (purpose) return <Navigate to={pages[purpose]} replace state={state} />;
  if (isPending) return <Spinner label={t('ui.list.loading')} />;
  return <Navigate to={pages[session ? 'directory' : 'signIn']} replace state={{ ...state, isUnreadable: true }} />;
}
