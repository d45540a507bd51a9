import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider';

/**
 * An OpenID Connect provider that signs any email in. A prefix with a colon changes the account: `unverified` email, `broken` account,
 * `mfa` with a second factor, or any other text for another account with the same email.
 */
export interface IdentityServer {
  issuer: URL;
  close(): Promise<void>;
}

export const identityClient = { clientId: 'vestibule', clientSecret: 'the secret of the tests, which everybody knows' };

export async function startIdentityServer(
  port = 0,
  secretIn: 'client_secret_post' | 'client_secret_basic' = 'client_secret_post',
): Promise<IdentityServer> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : undefined;
  const issuer = new URL(`http://localhost:${taken}`);
  const provider = new Provider(issuer.origin, configurationFor(secretIn));
  const answer = provider.callback();

  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void answer(request, response);
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(signInPage);
    void text(request).then((form) => {
      const accountId = new URLSearchParams(form).get('account') ?? '';
      return provider.interactionFinished(request, response, {
        login: { accountId, amr: accountId.startsWith('mfa:') ? ['pwd', 'mfa'] : ['pwd'] },
      });
    });
  });
  return {
    issuer,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function askForSignInOnly() {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

const signInPage = `<!doctype html><html lang="en"><title>Work accounts</title>
<form method="post"><label>Work e-mail <input name="account"></label> <button>Continue</button></form></html>`;

const configurationFor = (secretIn: 'client_secret_post' | 'client_secret_basic'): Configuration => ({
  clientAuthMethods: [secretIn],
  clients: [
    {
      client_id: identityClient.clientId,
      client_secret: identityClient.clientSecret,
      token_endpoint_auth_method: secretIn,
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/tenant-redirect', 'http://localhost/tenant-redirect'],
    },
  ],
  claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: askForSignInOnly() },
  pkce: { required: () => true },
  cookies: { keys: ['a key of the tests'] },
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  findAccount(_context, accountId) {
    const special = accountId.slice(0, accountId.indexOf(':') + 1);
    const email = accountId.slice(special.length);
    return {
      accountId,
      claims() {
        if (special === 'broken:') throw new Error('this account is broken');
        return { sub: accountId, email, email_verified: special !== 'unverified:', name: 'Somebody' };
      },
    };
  },
  async loadExistingGrant({ oidc }) {
    const { client, session, provider } = oidc;
    if (!client || !session?.accountId) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid profile email');
    await grant.save();
    return grant;
  },
});

export async function signInAt(address: URL, account: string): Promise<{ code: string; state: string }> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; next.origin === address.origin; step += 1) {
    if (step > 10) throw new Error('the provider goes round in circles');
    const isForm = next.pathname.startsWith('/interaction/');
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ account }) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`the provider stopped at ${next.pathname}: ${await response.text()}`);
    next = new URL(location, next);
  }
  return { code: next.searchParams.get('code') ?? '', state: next.searchParams.get('state') ?? '' };
}
