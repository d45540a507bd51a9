import { companies } from './accounts/console/companies.ts';
import { firstSteps } from './accounts/console/first-steps.ts';
import { partners } from './accounts/console/partners.ts';
import { secondFactor } from './accounts/console/second-factor.ts';
import { session, workAccount } from './accounts/console/session.ts';
import { users } from './accounts/console/users.ts';
import { directory } from './building/console/directory.ts';
import { images } from './building/console/images.ts';
import { settings } from './building/console/settings.ts';
import { employees, tenants } from './building/console/tenants.ts';
import { kiosks, kioskSettings } from './kiosks/console/kiosks.ts';
import { licenses } from './kiosks/console/licenses.ts';
import { audit } from './operation/console/audit.ts';
import { status } from './operation/console/status.ts';
import { imports } from './platform/console/imports.ts';
import { shell } from './platform/console/shell.ts';
import { ui } from './platform/console/ui.ts';
import { errors } from './platform/all-errors.ts';
import { dataRequest } from './visits/console/data-request.ts';
import { evacuation } from './visits/console/evacuation.ts';
import { history } from './visits/console/history.ts';
import { invitations } from './visits/console/invitations.ts';
import { messages } from './visits/console/messages.ts';
import { visitorPanel } from './visits/console/visitor-panel.ts';
import { visitors } from './visits/console/visitor-dialogs.ts';
import { my } from './visits/my.ts';

/** A namespace per wing, with its subjects. A subject has one namespace only, so keys need no prefix. */
export const consoleTexts = {
  platform: { ui, shell, errors, imports },
  accounts: { session, workAccount, secondFactor, users, companies, firstSteps, partners },
  building: { tenants, employees, directory, settings, images },
  visits: { visitors, visitorPanel, dataRequest, messages, history, evacuation, invitations, my },
  kiosks: { kiosks, kioskSettings, licenses },
  operation: { audit, status },
};

export type ConsoleTexts = typeof consoleTexts;
