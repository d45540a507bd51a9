import { z } from 'zod';
import { roles } from '../platform/access.ts';
import { Company } from './company.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Partner } from './partner.ts';
import { Tenant } from './organization.ts';
import { Email, Id, NewPassword, password } from '../platform/values.ts';

const SessionUser = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(roles),
  companyId: Id.nullable(),
  tenantId: Id.nullable(),
  partnerId: Id.nullable(),
});

export const Session = z.object({
  user: SessionUser,
  company: Company.nullable(),
  partner: Partner.nullable(),
  tenant: Tenant.nullable(),
  /** An employee in the user's scope has the user's e-mail address. */
  isHost: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const Credentials = z.strictObject({ email: Email, password: password('passRequired') });

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with e-mail and password',
  access: 'session.start',
  body: Credentials,
  reply: Session,
  refusals: [
    'incorrectPassword',
    'incorrectEmail',
    'accountBlocked',
    'tooManyRequests',
    'secondFactorRequired',
    'secondFactorMissing',
  ],
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out',
  access: 'session.end',
  reply: z.null(),
});

export const getSession = endpoint({
  method: 'GET',
  path: '/users/me',
  summary: 'Get the signed-in user',
  access: 'session.read',
  reply: Session,
});

export const PasswordChange = z.strictObject({
  currentPassword: password('currentPassRequired'),
  newPassword: NewPassword,
});

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/users/change_pass',
  summary: 'Change your password',
  access: 'session.read',
  body: PasswordChange,
  reply: z.null(),
  refusals: ['currentPasswordIncorrect', 'accountBlocked', 'tooManyRequests'],
});
