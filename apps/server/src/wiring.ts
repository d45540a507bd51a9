import { companyCreated, companyDeleted } from './accounts/company/company.events.ts';
import { membersJoin, membersLeave } from './building/directory/directory.events.ts';
import { employeesChanged, employeesLeave } from './building/employee/employee.events.ts';
import { insertCompanySettings } from './building/settings/settings.ts';
import { tenantRenamed } from './building/tenant/tenant.events.ts';
import { insertKioskSettings } from './kiosks/kiosk/kiosk-settings.ts';
import { freeLicences } from './kiosks/kiosk/token.ts';
import { tellDevices } from './kiosks/kiosk/tell-devices.ts';
import { keepHostNames, recordFormerVisits, returnFormerVisits } from './visits/visit/former-host.ts';
import { tellVisitorsOfEmployees, tellVisitorsOfTenant } from './visits/visitor/visitors-of-tenant.ts';

/*
 * Which functions react to which domain event, in the order in which they run. A wing publishes an event when a wing above it must react,
 * because it cannot import that wing. Each process and command that changes rows imports this file.
 */
companyCreated.subscribe(insertCompanySettings, insertKioskSettings);
companyDeleted.subscribe((db, { companyId }) => freeLicences(db, companyId), tellDevices);
tenantRenamed.subscribe(tellVisitorsOfTenant);
employeesChanged.subscribe(tellVisitorsOfEmployees);
employeesLeave.subscribe(keepHostNames);
membersLeave.subscribe(recordFormerVisits);
membersJoin.subscribe(returnFormerVisits);
