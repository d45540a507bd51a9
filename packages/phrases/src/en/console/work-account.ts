/** Signing in with the account of one's work, at an identity provider. */
export const workAccount = {
  submit: 'Continue with work account',
};
