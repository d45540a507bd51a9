import type { Directory, GrantingProvider, RegisteredApp } from './directory.ts';
import { exchangeCode, type Granting, grantAddress, renewGrant } from './grant.ts';
import { type GrantedCall, grantedCalls } from './granted-calls.ts';
import type { Transport } from './http-call.ts';

interface Provider {
  /** The registration for tenants that have none of their own. */
  app: RegisteredApp | null;
  send: Transport;
  granting: Granting;
  /** A group, read by calls that are made with the grant. */
  directory: (call: GrantedCall, groupId: string) => Directory;
}

/** A provider that lets its directories be read by whom an administrator there has granted it. */
export function grantingProvider({ app, send, granting, directory }: Provider): GrantingProvider {
  return {
    app,
    grantAddress: (clientId, visit, state) => grantAddress(granting, clientId, visit, state),
    exchange: (app, visit, code, signal) => exchangeCode(send, granting, app, visit, code, signal),
    open(app, grant, groupId, keep) {
      const call = grantedCalls({
        send,
        grant,
        renew: (grant, signal) => renewGrant(send, granting, app, grant, signal),
        keep,
      });
      return directory(call, groupId);
    },
  };
}
