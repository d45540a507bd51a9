const key = 'vestibule.clientSecret';

/**
 * Keeps a client secret in this window during the visit to the provider, because an address would show it to the provider. The server
 * accepts it only together with the code.
 */
export function keepSecret(secret: string | null): void {
  if (secret === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, secret);
}

export function takeSecret(): string | null {
  const secret = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return secret;
}
