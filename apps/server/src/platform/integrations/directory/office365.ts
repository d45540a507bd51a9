import type { GrantingProvider } from './directory.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { type Granting, grantingProvider } from './grant.ts';
import { network, under } from '../http-call.ts';
import { type RetryPolicy, defaultRetryPolicy, withRetries } from '../retry.ts';
import { membersOfGroup } from './office365-members.ts';
import { failureOf } from './office365-refusal.ts';

/** `User.ReadBasic.All` hides phones. These scopes need an administrator's consent. */
const scope = 'openid profile email offline_access GroupMember.Read.All User.Read.All';

export function office365(
  { app, loginUrl, graphUrl }: DirectorySettings['office365'],
  policy: RetryPolicy = defaultRetryPolicy,
): GrantingProvider {
  const send = withRetries(network(policy.answerMs), policy);
  const granting: Granting = {
    loginUrl: under(loginUrl, '/authorize'),
    tokenUrl: under(loginUrl, '/token'),
    // The account that may read the directory is rarely the one signed in to the browser. `consent` would refuse accounts for which an
    // administrator has already consented.
    login: { scope, prompt: 'login', response_mode: 'query' },
  };
  return grantingProvider({
    app,
    send,
    granting,
    directory: (call, groupId) => ({
      members: (signal) => membersOfGroup(call, graphUrl, groupId, signal),
      async photo(memberId, signal) {
        const answer = await call(under(graphUrl, `/users/${encodeURIComponent(memberId)}/photo/$value`), signal);
        if (answer.status === 404) return null;
        if (answer.status !== 200) throw failureOf(answer);
        return answer.body;
      },
    }),
  });
}
