import { Navigate, useLocation } from 'react-router';
import { readReturn } from './identity-return.ts';

const pages = { signIn: '/azure-auth', directory: '/directory-return' } as const;

export function TenantRedirect() {
  const { purpose = 'signIn', state } = readReturn(useLocation().search);
  return <Navigate to={pages[purpose]} replace state={state} />;
}
