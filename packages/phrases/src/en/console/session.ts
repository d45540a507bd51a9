/** Signing in and out, and the own password. */
export const session = {
  login: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    forgot: 'Forgot password?',
  },
  password: {
    title: 'Change password',
  },
  secondFactor: { title: 'Two-step sign-in' },
  leaving: {
    title: 'Leave company',
  },
  sessions: { title: 'Your sessions' },
  account: { title: 'Account' },
};
