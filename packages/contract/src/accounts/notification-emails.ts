import { z } from 'zod';
import { Company } from './company.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Email, IdParam } from '../platform/values.ts';

const CompanyId = z.object({ companyId: IdParam });

export const maxNotificationEmails = 20;

/** Each address once. */
export const NotificationEmails = z
  .array(Email)
  .max(maxNotificationEmails, 'max20emails')
  .superRefine((emails, context) => {
    for (const [index, email] of emails.entries()) {
      if (emails.indexOf(email) < index) {
        context.addIssue({ code: 'custom', path: [index], message: 'emailListedTwice' });
      }
    }
  });

export const getNotificationEmails = endpoint({
  method: 'GET',
  path: '/company/:companyId/notification_emails',
  summary: 'Read the notification e-mails of a company',
  access: 'company.configure',
  params: CompanyId,
  reply: z.object({ notificationEmails: z.array(z.string()) }),
});

const notificationEmailsChange = {
  path: '/company/:companyId/notification_emails',
  access: 'company.configure',
  params: CompanyId,
  body: z.strictObject({ notificationEmails: NotificationEmails, previous: z.array(z.string()).optional() }),
  reply: Company,
  refusals: ['changedMeanwhile'],
} as const;

export const setNotificationEmails = endpoint({
  method: 'PATCH',
  summary: 'Change the notification e-mails of a company',
  ...notificationEmailsChange,
});

/** The same call under the method of older clients. */
export const putNotificationEmails = endpoint({
  method: 'PUT',
  summary: 'Change the notification e-mails of a company, by the method of older clients',
  ...notificationEmailsChange,
});
