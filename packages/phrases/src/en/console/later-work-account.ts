/** What is said once the identity provider has sent the browser back. */
export const laterWorkAccount = {
  signingIn: 'Signing in',
  failed: 'Sign-in failed',
  error: 'There was an error during Azure authentication',
  back: 'Back to sign-in',
  none: 'Nobody has set up work accounts here yet. Sign in with your e-mail address and password.',
};
