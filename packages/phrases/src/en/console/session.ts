/** Signing in and out, and the own password. */
export const session = {
  login: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    failed: 'Sign-in failed',
    incorrect: 'Incorrect password',
    attempts_one: 'You made {{made}} attempts. One attempt is left before sign-in is blocked for one hour.',
    attempts_other: 'Attempts made: {{made}}. Attempts left before sign-in is blocked for one hour: {{count}}.',
    blocked: 'Sign-in is blocked',
    blockedFor_one: 'There were too many wrong attempts. Try again in {{count}} minute.',
    blockedFor_other: 'There were too many wrong attempts. Try again in {{count}} minutes.',
    blockOver: 'You can try again now.',
  },
  signedOut: {
    title: 'You are signed out',
    loggedOut: 'You logged out.',
    expired: 'Your session ended. Sign in again to go on where you were.',
    elsewhere: 'You logged out in another window.',
    signIn: 'Sign in',
  },
  password: {
    title: 'Change password',
    current: 'Current password',
    new: 'New password',
    rules: '8 to 70 characters with a digit, an uppercase and a lowercase letter and one of ! £ $ % ^ & * ? @ #',
    changed: 'Your password was changed.',
  },
};
