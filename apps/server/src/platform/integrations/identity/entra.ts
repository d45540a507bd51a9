const hosts: ReadonlySet<string> = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
]);

/** The tenant of everybody's personal Microsoft accounts: no organisation stands behind it. */
const personalAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** Whether an issuer is Microsoft Entra ID. */
export function isEntra(issuer: URL): boolean {
  return hosts.has(issuer.hostname);
}

/** The id of the one organisation that an issuer of Entra speaks for; undefined where it speaks for many, or for none. */
export function entraTenant(issuer: URL): string | undefined {
  const [, tenant] = /^\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/v2\.0\/?$/i.exec(issuer.pathname) ?? [];
  const id = tenant?.toLowerCase();
  return isEntra(issuer) && id !== personalAccounts ? id : undefined;
}
