import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import type { RegisteredApp } from '../platform/integrations/directory/directory.ts';

export const ourApp: RegisteredApp = { clientId: 'vestibule', clientSecret: 'secret of our application' };
export const ownApp: RegisteredApp = { clientId: 'of-a-tenant', clientSecret: 'secret of the application of a tenant' };

/** Grants access for any email. Each renewal token works once. */
export interface GrantServer {
  url: URL;
  accountOf: (header: string | undefined) => Promise<string | undefined>;
  expire: () => void;
  revoke: () => void;
  close(): Promise<void>;
}

export async function startGrantServer(
  paths: { authorization: string; token: string },
  demanded: (query: URLSearchParams) => boolean,
): Promise<GrantServer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(`http://localhost:${typeof address === 'object' ? address?.port : ''}`);
  let isRevoked = false;
  let expired = new Set<string>();
  const given = new Set<string>();

  const provider = new Provider(url.origin, {
    clients: [ourApp, ownApp].map(({ clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      token_endpoint_auth_method: 'client_secret_post',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1/tenant-redirect', 'http://localhost/tenant-redirect'],
    })),
    routes: paths,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      RefreshToken: 600,
    },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId, email: accountId }) }),
  });
  provider.on('access_token.saved', ({ jti }) => void given.add(jti));
  const answer = provider.callback();

  server.on('request', (request, response) => {
    const asked = new URL(request.url ?? '/', url);
    if (asked.pathname === paths.authorization && !demanded(asked.searchParams)) {
      return void response.writeHead(400).end('this vendor demands other parameters');
    }
    if (asked.pathname === paths.token && isRevoked) {
      return void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    }
    if (!asked.pathname.startsWith('/interaction/')) return void answer(request, response);
    if (request.method === 'GET') return void response.setHeader('content-type', 'text/html').end(signInPage);
    void finish(request, response);
  });

  async function finish(...[request, response]: Parameters<typeof answer>) {
    const form = new URLSearchParams(await text(request));
    const { prompt, session, params } = await provider.interactionDetails(request, response);
    const accountId = session?.accountId ?? form.get('account') ?? '';
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId } });
    }
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  return {
    url,
    async accountOf(header) {
      const token = await provider.AccessToken.find(header?.replace(/^Bearer /, '') ?? '');
      return token && !expired.has(token.jti) ? token.accountId : undefined;
    },
    expire: () => (expired = new Set(given)),
    revoke: () => (isRevoked = true),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const signInPage = `<!doctype html><html lang="en"><title>Directory</title>
<form method="post"><label>Service account <input name="account"></label> <button>Continue</button></form></html>`;
