import { companyCreated, companyDeleted } from './accounts/company/company.events.ts';
import { membersJoin, membersLeave } from './building/directory/directory.events.ts';
import { employeesChanged, employeesLeave, employeesMayLeave } from './building/employee/employee.events.ts';
import { answerPeriodChanged } from './building/settings/settings.events.ts';
import { insertCompanySettings } from './building/settings/settings.ts';
import { releaseBackupEmployee } from './building/tenant/tenant.ts';
import { backupEmployeeChanged, tenantRenamed } from './building/tenant/tenant.events.ts';
import { insertKioskSettings } from './kiosks/kiosk/kiosk-settings.ts';
import { freeLicenses } from './kiosks/kiosk/token.ts';
import { notifyDevices, notifyOfAnswer, notifyOfPasses } from './kiosks/kiosk/notify-devices.ts';
import { visitAnswered } from './visits/answer/answer.events.ts';
import { endFormerAddresses } from './visits/host/host-session.ts';
import { followAnswerPeriod, publishLadders } from './visits/notification/escalation.ts';
import { releaseInvitations } from './visits/invitation/forget.ts';
import { keepHostNames, recordFormerVisits, returnFormerVisits } from './visits/visit/visit.ts';
import { invitationsChanged } from './visits/visitor/visitor.events.ts';
import {
  forgetExpectedHosts,
  lockExpectedForHosts,
  publishVisitorsOfEmployees,
  publishVisitorsOfTenant,
} from './visits/visitor/visitors-of-tenant.ts';

/* A wing publishes an event because it cannot import the wings above it. Each process and command that changes rows imports this file. */
companyCreated.subscribe(insertCompanySettings, insertKioskSettings);
companyDeleted.subscribe((db, { companyId }) => freeLicenses(db, companyId), notifyDevices);
tenantRenamed.subscribe(publishVisitorsOfTenant, notifyOfPasses);
backupEmployeeChanged.subscribe(publishLadders);
answerPeriodChanged.subscribe(followAnswerPeriod);
invitationsChanged.subscribe(notifyOfPasses);
visitAnswered.subscribe(notifyOfAnswer);
employeesChanged.subscribe(publishVisitorsOfEmployees, endFormerAddresses);
employeesMayLeave.subscribe(lockExpectedForHosts);
employeesLeave.subscribe(keepHostNames, forgetExpectedHosts, releaseInvitations, releaseBackupEmployee);
membersLeave.subscribe(recordFormerVisits);
membersJoin.subscribe(returnFormerVisits);
