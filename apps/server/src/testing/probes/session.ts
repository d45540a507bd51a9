import { testPassword } from '../building.ts';
import { linkPage, type Probes } from '../probe.ts';

/** How one signs in, and what a session is asked. */
export const sessionProbes = {
  login: { names: [], input: (_, { users }) => ({ body: { email: users.reception.email, password: testPassword } }) },
  logout: { names: [], input: () => ({}) },
  getSession: { names: [], input: () => ({}) },
  // Where the probes are made there is no identity provider.
  authorizeWorkAccount: { names: [], input: () => ({ query: { purpose: 'signIn' } }), answer: '404 notFound' },
  signInWithWorkAccount: {
    names: [],
    input: () => ({ body: { code: 'code', state: 'state' } }),
    answer: '400 oauthStateInvalid',
  },
  // The users of the probes have no second factor.
  takeSecondStep: { names: [], input: () => ({ body: { code: '123456' } }), answer: '410 secondStepOver' },
  beginSecondFactor: {
    names: [],
    input: () => ({ body: { password: testPassword } }),
    answer: { signedIn: '200', signedOut: '410 secondStepOver' },
  },
  confirmSecondFactor: {
    names: [],
    input: () => ({ body: { code: '123456' } }),
    answer: { signedIn: '409 noSecondFactor', signedOut: '410 secondStepOver' },
  },
  getSecondFactor: { names: [], input: () => ({}) },
  renewRecoveryCodes: { names: [], input: () => ({ body: { code: '123456' } }), answer: '409 noSecondFactor' },
  removeSecondFactor: { names: [], input: () => ({ body: { code: '123456' } }), answer: '409 noSecondFactor' },
  resetSecondFactor: {
    names: ['userId'],
    input: ({ userId }) => ({ params: { userId } }),
    answer: '409 noSecondFactor',
  },
  changePassword: {
    names: [],
    input: () => ({ body: { currentPassword: testPassword, newPassword: 'Another-Horse-8!' } }),
  },
  listOwnSessions: { names: [], input: () => ({}) },
  endOtherSessions: { names: [], input: () => ({}) },
  endOwnSession: { names: [], input: () => ({ params: { sessionId: 2_000_000_000 } }), answer: '404 notFound' },
  requestReset: {
    names: [],
    input: (_, { users }) => ({ body: { email: users.reception.email, url: linkPage } }),
  },
  checkToken: { names: [], input: (_, _site, token) => ({ body: { token } }) },
  restorePassword: {
    names: [],
    input: (_, _site, token) => ({
      body: { token, password: 'Another-Horse-8!', confirmPassword: 'Another-Horse-8!' },
    }),
  },
  openLiveChannel: {
    names: ['companyId', 'tenantId'],
    input: ({ companyId, tenantId }) => ({ query: { companyId, tenantId } }),
  },
} satisfies Partial<Probes>;
