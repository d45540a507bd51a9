/** The nonce that this page's styles carry; browsers hide it from the attribute, not from scripts. */
export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
