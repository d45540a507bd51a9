import { audit } from './console/audit.ts';
import { companies } from './console/companies.ts';
import { dataRequest } from './console/data-request.ts';
import { directory } from './console/directory.ts';
import { evacuation } from './console/evacuation.ts';
import { history } from './console/history.ts';
import { images } from './console/images.ts';
import { kiosks, kioskSettings } from './console/kiosks.ts';
import { imports } from './console/imports.ts';
import { laterSession } from './console/later-session.ts';
import { laterShell } from './console/later-shell.ts';
import { laterUi } from './console/later-ui.ts';
import { laterVisitors } from './console/later-visitors.ts';
import { laterWorkAccount } from './console/later-work-account.ts';
import { licences } from './console/licences.ts';
import { messages } from './console/messages.ts';
import { partners } from './console/partners.ts';
import { secondFactor } from './console/second-factor.ts';
import { settings } from './console/settings.ts';
import { status } from './console/status.ts';
import { employees, tenants } from './console/tenants.ts';
import { users } from './console/users.ts';
import { laterErrors } from './later-errors.ts';

/** The texts that come with the first screen or dialog which is not part of the first load. */
export const laterTexts = {
  errors: laterErrors,
  ui: laterUi,
  shell: laterShell,
  session: laterSession,
  visitors: laterVisitors,
  workAccount: laterWorkAccount,
  companies,
  licences,
  messages,
  audit,
  history,
  evacuation,
  dataRequest,
  partners,
  users,
  secondFactor,
  tenants,
  employees,
  directory,
  settings,
  images,
  imports,
  kiosks,
  kioskSettings,
  status,
};
