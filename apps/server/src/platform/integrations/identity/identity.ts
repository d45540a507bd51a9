export interface Identity {
  issuer: string;
  subject: string;
  verifiedEmail: string | null;
  /** `mfa` among the `amr` of RFC 8176. */
  hadSecondFactor: boolean;
}

export interface SignInRequest {
  returnAddress: string;
  nonce: string;
  /** The secret of PKCE. Only its hash is sent before the code returns. */
  verifier: string;
}

export interface IdentityProvider {
  signInAddress(signIn: SignInRequest, state: string): Promise<string>;
  identify(signIn: SignInRequest, code: string): Promise<Identity>;
}

export class IdentityFailed extends Error {
  override name = 'IdentityFailed';
  readonly isRefusal: boolean;

  constructor(cause: unknown, isRefusal: boolean) {
    super('the identity provider did not identify the user', { cause });
    this.isRefusal = isRefusal;
  }
}

const entraHosts: ReadonlySet<string> = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
]);

/** The tenant of personal Microsoft accounts, which belong to no organization. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

export function isEntra(issuer: URL): boolean {
  return entraHosts.has(issuer.hostname);
}

export function entraTenant(issuer: URL): string | undefined {
  const [, tenant] = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0\/?$/i.exec(issuer.pathname) ?? [];
  const id = tenant?.toLowerCase();
  return isEntra(issuer) && id !== personalAccounts ? id : undefined;
}
