/** What is said about a session on screens that come after the first load. */
export const laterSession = {
  recovery: {
    title: 'Forgot password?',
    help: 'Enter your e-mail address. A link for a new password is sent there.',
    submit: 'Send link',
    sentTitle: 'Check your mailbox',
    sent: 'A link for a new password was sent to {{email}}.',
    sentHelp: 'It works once, within an hour. If nothing arrives, check your spam folder or ask for another.',
  },
  setPassword: {
    title: 'Set password',
    checking: 'Checking the link',
    confirm: 'Repeat password',
    submit: 'Set password',
    doneTitle: 'Password set',
    successPass: 'Your password is set. You can sign in with it now.',
    mostLikely:
      'This link is used up: most likely your password was set at the first try. Sign in with it. If it is not taken, request a new link.',
    requestNew: 'Request a new link',
  },
  rules: {
    title: 'A new password has',
    kept: 'Done:',
    missing: 'Missing:',
    '8-70chars': '8 to 70 characters',
    passShouldHaveNum: 'a digit',
    passShouldHaveUpper: 'an uppercase letter',
    passShouldHaveLower: 'a lowercase letter',
    passShouldHaveSpecial: 'one of ! £ $ % ^ & * ? @ #',
  },
  signedOut: {
    title: 'You are signed out',
    loggedOut: 'You logged out.',
    expired: 'Your session ended. Sign in again to go on where you were.',
    elsewhere: 'You logged out in another window.',
    signIn: 'Sign in',
  },
};
