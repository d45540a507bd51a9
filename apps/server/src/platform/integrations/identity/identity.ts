/** Somebody as an identity provider knows them. */
export interface Identity {
  /** Who says so. */
  issuer: string;
  /** The issuer's name for the account, which never goes to another one. */
  subject: string;
  /** An e-mail address that the issuer vouches for, in lower case. */
  verifiedEmail: string | null;
  /** The issuer says that it took more than one proof, by `mfa` among the `amr` of RFC 8176. */
  hadSecondFactor: boolean;
}

/** A sign-in at the provider, from when the browser leaves to when it is back. */
export interface Visit {
  /** The console's address that the browser returns to, registered with the provider. */
  returnAddress: string;
  nonce: string;
  /** The secret of PKCE: only a hash of it leaves before the code comes back. */
  verifier: string;
}

/** Where people sign in with the account of their work. */
export interface IdentityProvider {
  /** Where the browser goes to sign in. @throws {IdentityFailed} */
  signInAddress(visit: Visit, state: string): Promise<string>;
  /** Who signed in, for the code that the browser came back with. @throws {IdentityFailed} */
  identify(visit: Visit, code: string): Promise<Identity>;
}

/** The provider did not say who somebody is. */
export class IdentityFailed extends Error {
  override name = 'IdentityFailed';
  /** The provider works, and refused what the browser brought or answered for another sign-in. */
  readonly isRefusal: boolean;

  constructor(cause: unknown, isRefusal: boolean) {
    super('the identity provider did not say who signed in', { cause });
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

/** Whether an issuer is Microsoft Entra ID. */
export function isEntra(issuer: URL): boolean {
  return entraHosts.has(issuer.hostname);
}

/** Returns the id of the organization of an Entra issuer. Returns undefined if the issuer serves several organizations or none. */
export function entraTenant(issuer: URL): string | undefined {
  const [, tenant] = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0\/?$/i.exec(issuer.pathname) ?? [];
  const id = tenant?.toLowerCase();
  return isEntra(issuer) && id !== personalAccounts ? id : undefined;
}
