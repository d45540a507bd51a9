const key = 'vestibule.clientSecret';

/**
 * Keeps the secret of an application in this window while it is away at the provider, which is told of everything in the address; the
 * server takes it only together with the code that comes back.
 */
export function keepSecret(secret: string | null): void {
  if (secret === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, secret);
}

/** The secret that was kept, once. */
export function takeSecret(): string | null {
  const secret = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return secret;
}
