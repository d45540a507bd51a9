import { z } from 'zod';
import { grantingTypes } from './directory-grant.ts';
import { endpoint } from '../platform/endpoint.ts';

export const Services = z.object({
  email: z.boolean(),
  sms: z.boolean(),
  /** Whether the demo shows its mails, which are not sent, at /dev/mail. */
  showsMails: z.boolean(),
  /** Whether users and hosts can sign in with a work account. */
  workAccounts: z.boolean(),
  /** Directories whose application belongs to the installation. A tenant needs an application of its own for the others. */
  directories: z.array(z.enum(grantingTypes)),
});
export type Services = z.output<typeof Services>;

export const getServices = endpoint({
  method: 'GET',
  path: '/services',
  summary: 'Which services the operator has set up',
  access: 'session.start',
  reply: Services,
});
