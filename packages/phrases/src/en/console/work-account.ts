/** Signing in with the account of one's work, at an identity provider. */
export const workAccount = {
  submit: 'Continue with work account',
  signingIn: 'Signing in',
  failed: 'Sign-in failed',
  error: 'There was an error during Azure authentication',
  back: 'Back to sign-in',
};
