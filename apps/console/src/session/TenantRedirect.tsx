import { Navigate, useLocation } from 'react-router';
import { readReturn } from './identity-return.ts';

/** Where each purpose of a visit to an identity provider is completed. */
const pages = { signIn: '/azure-auth' } as const;

/** Where identity providers send the browser back to: goes on to the page that the state names. */
export function TenantRedirect() {
  const { purpose = 'signIn', state } = readReturn(useLocation().search);
  return <Navigate to={pages[purpose]} replace state={state} />;
}
