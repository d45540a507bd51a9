import { Email } from '@vestibule/contract/platform/values.ts';
import { entraTenant } from './entra.ts';

type Claims = Readonly<Record<string, unknown>>;

/**
 * The e-mail address that the issuer vouches for, in lower case; null where it vouches for none.
 *
 * Any issuer does by `email_verified`. Entra has no such claim, and its `email` is whatever somebody wrote into a directory. Its
 * `xms_edov` says that the owner of the mail domain is known. Without it, the user name of the tenant's own people counts: it is
 * always in a domain that the tenant has proved to own, and a guest's is not.
 */
export function verifiedEmail(issuer: URL, claims: Claims): string | null {
  if (isTrue(claims['email_verified'])) return readEmail(claims['email']);
  const tenant = entraTenant(issuer);
  if (tenant === undefined || claims['tid'] !== tenant) return null;
  if (isTrue(claims['xms_edov'])) return readEmail(claims['email']);
  return isGuest(tenant, claims) ? null : readEmail(claims['preferred_username']);
}

/** `idp` names who a guest signed in with; `acct` is 1 for guests, where the registration asks for it. */
function isGuest(tenant: string, { iss, idp, acct }: Claims): boolean {
  if (acct !== undefined && acct !== 0 && acct !== '0') return true;
  return idp !== undefined && idp !== iss && idp !== `https://sts.windows.net/${tenant}/`;
}

/** Some providers write truth as text or as a number. */
function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true' || claim === 1 || claim === '1';
}

function readEmail(claim: unknown): string | null {
  return Email.safeParse(claim).data ?? null;
}
