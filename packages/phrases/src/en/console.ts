import { audit } from './console/audit.ts';
import { companies } from './console/companies.ts';
import { directory } from './console/directory.ts';
import { imports } from './console/imports.ts';
import { licences } from './console/licences.ts';
import { messages } from './console/messages.ts';
import { partners } from './console/partners.ts';
import { session } from './console/session.ts';
import { settings } from './console/settings.ts';
import { shell } from './console/shell.ts';
import { employees, tenants } from './console/tenants.ts';
import { ui } from './console/ui.ts';
import { users } from './console/users.ts';
import { visitors } from './console/visitors.ts';
import { workAccount } from './console/work-account.ts';

/** The texts of the console, by feature. */
export const consoleTexts = {
  ui,
  shell,
  session,
  companies,
  licences,
  messages,
  audit,
  partners,
  users,
  visitors,
  tenants,
  employees,
  directory,
  imports,
  settings,
  workAccount,
};
