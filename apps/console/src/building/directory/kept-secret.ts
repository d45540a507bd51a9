const key = 'vestibule.clientSecret';

/** An address would show the secret to the provider. The server accepts it only together with the code. */
export function keepSecret(secret: string | null): void {
  if (secret === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, secret);
}

export function takeSecret(): string | null {
  const secret = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return secret;
}
