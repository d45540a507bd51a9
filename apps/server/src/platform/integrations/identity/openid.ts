import { Email } from '@vestibule/contract/platform/values.ts';
import * as openid from 'openid-client';
import {
  entraTenant,
  type Identity,
  IdentityFailed,
  type IdentityProvider,
  isEntra,
  type SignInRequest,
} from './identity.ts';

export interface IdentitySettings {
  issuer: URL;
  clientId: string;
  clientSecret: string;
}

const scope = 'openid profile email';
const timeoutSeconds = 5;
const discoveryMs = 3_600_000;

export function openIdProvider({ issuer, clientId, clientSecret }: IdentitySettings): IdentityProvider {
  let discovered: { provider: Promise<openid.Configuration>; until: number } | undefined;

  function discover(): Promise<openid.Configuration> {
    if (discovered && discovered.until > Date.now()) return discovered.provider;
    const provider = openid.discovery(issuer, clientId, { client_secret: clientSecret }, authenticate(clientSecret), {
      timeout: timeoutSeconds,
      execute: [
        openid.enableNonRepudiationChecks,
        // oxlint-disable-next-line typescript/no-deprecated -- only a provider on this machine may be without https
        ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    });
    const asked = { provider, until: Date.now() + discoveryMs };
    discovered = asked;
    provider.catch(() => {
      if (discovered === asked) discovered = undefined;
    });
    return provider;
  }

  return {
    async signInAddress({ returnAddress, nonce, verifier }, state) {
      const provider = await discover().catch(failed);
      const parameters = {
        response_type: 'code',
        scope,
        redirect_uri: returnAddress,
        prompt: 'login',
        nonce,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      return openid.buildAuthorizationUrl(provider, parameters).href;
    },
    identify: (signIn, code) => identify(signIn, code).catch(failed),
  };

  async function identify({ returnAddress, nonce, verifier }: SignInRequest, code: string): Promise<Identity> {
    const provider = await discover();
    // The issuer is certain: there is one provider, and the state was checked.
    const parameters = new URLSearchParams({ code, iss: provider.serverMetadata().issuer });
    const returned = new URL(`${returnAddress}?${parameters.toString()}`);
    const tokens = await openid.authorizationCodeGrant(provider, returned, {
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    });
    const claims = tokens.claims();
    if (!claims) throw new TypeError('the provider sent no ID token');
    const known =
      verifiedEmail(issuer, claims) ?? (await verifiedByUserInfo(provider, tokens.access_token, claims.sub));
    const methods = claims['amr'];
    const hadSecondFactor = Array.isArray(methods) && methods.includes('mfa');
    return { issuer: claims.iss, subject: claims.sub, verifiedEmail: known, hadSecondFactor };
  }

  /** Many providers have the e-mail address only here. Entra verifies none here. */
  async function verifiedByUserInfo(provider: openid.Configuration, accessToken: string, subject: string) {
    if (isEntra(issuer) || provider.serverMetadata().userinfo_endpoint === undefined) return null;
    return verifiedEmail(issuer, await openid.fetchUserInfo(provider, accessToken, subject));
  }
}

function authenticate(secret: string): openid.ClientAuth {
  const [basic, post] = [openid.ClientSecretBasic(secret), openid.ClientSecretPost(secret)];
  return (server, ...request) => {
    const ways = server.token_endpoint_auth_methods_supported ?? [];
    return (ways.includes('client_secret_post') ? post : basic)(server, ...request);
  };
}

function failed(error: unknown): never {
  const isRefusedCode = error instanceof openid.ResponseBodyError && error.error === 'invalid_grant';
  const isOfAnotherSignIn = error instanceof openid.ClientError && error.code?.startsWith('OAUTH_JWT_') === true;
  throw new IdentityFailed(error, isRefusedCode || isOfAnotherSignIn);
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The verified email in lower case, or null. Entra has no `email_verified`, and users can set `email`. Its `xms_edov` means that the
 * owner of the domain is known. Otherwise the user name of a member counts, which is in a verified domain; a guest's is not.
 */
export function verifiedEmail(issuer: URL, claims: Claims): string | null {
  if (isTrue(claims['email_verified'])) return readEmail(claims['email']);
  const tenant = entraTenant(issuer);
  if (tenant === undefined || claims['tid'] !== tenant) return null;
  if (isTrue(claims['xms_edov'])) return readEmail(claims['email']);
  return isGuest(tenant, claims) ? null : readEmail(claims['preferred_username']);
}

/** `idp` is the issuer of a guest; `acct` is 1 for guests, if the registration requests it. */
function isGuest(tenant: string, { iss, idp, acct }: Claims): boolean {
  if (acct !== undefined && acct !== 0 && acct !== '0') return true;
  return idp !== undefined && idp !== iss && idp !== `https://sts.windows.net/${tenant}/`;
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function readEmail(claim: unknown): string | null {
  return Email.safeParse(claim).data ?? null;
}
