import type { BrowserContext } from '@playwright/test';
import type { Services } from '@vestibule/contract/accounts/services.ts';

/** The program of the run has a mail server. */
export function withServices(services: Partial<Services>) {
  const data: Services = {
    email: true,
    sms: true,
    showsMails: false,
    workAccounts: true,
    directories: ['office365', 'google'],
    ...services,
  };
  return (context: BrowserContext) => context.route('**/api/v1/services', (route) => route.fulfill({ json: { data } }));
}
