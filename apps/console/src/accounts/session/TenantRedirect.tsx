import { Navigate, useLocation } from 'react-router';
import { readReturn } from './identity-return.ts';

/** Where each purpose of a visit to a provider is completed. */
const pages = { signIn: '/azure-auth', directory: '/directory-return' } as const;

/** Where providers send the browser back to: goes on to the page that the state names. */
export function TenantRedirect() {
  const { purpose = 'signIn', state } = readReturn(useLocation().search);
  return <Navigate to={pages[purpose]} replace state={state} />;
}
