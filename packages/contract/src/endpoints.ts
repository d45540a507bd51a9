import * as companyEdit from './accounts/company-edit.ts';
import * as company from './accounts/company.ts';
import * as firstSteps from './accounts/first-steps.ts';
import * as notificationEmails from './accounts/notification-emails.ts';
import * as ownSessions from './accounts/own-sessions.ts';
import * as partnerEdit from './accounts/partner-edit.ts';
import * as partner from './accounts/partner.ts';
import * as recovery from './accounts/recovery.ts';
import * as secondFactor from './accounts/second-factor.ts';
import * as services from './accounts/services.ts';
import * as session from './accounts/session.ts';
import * as user from './accounts/user.ts';
import * as workAccount from './accounts/work-account.ts';
import * as customSettings from './building/custom-settings.ts';
import * as deliveryPhones from './building/delivery-phones.ts';
import * as destination from './building/destination.ts';
import * as directory from './building/directory.ts';
import * as employeeEdit from './building/employee-edit.ts';
import * as employee from './building/employee.ts';
import * as imageStorage from './building/image-storage.ts';
import * as settings from './building/settings.ts';
import * as tenant from './building/tenant.ts';
import * as answer from './visits/answer.ts';
import * as badge from './visits/badge.ts';
import * as dataRequest from './visits/data-request.ts';
import * as expected from './visits/expected.ts';
import * as expectedGuest from './visits/expected-guest.ts';
import * as history from './visits/history.ts';
import * as hostInvitation from './visits/host-invitation.ts';
import * as host from './visits/host.ts';
import * as invitation from './visits/invitation.ts';
import * as liveChannel from './visits/live-channel.ts';
import * as message from './visits/message.ts';
import * as messagePreview from './visits/message-preview.ts';
import * as pass from './visits/pass.ts';
import * as stay from './visits/stay.ts';
import * as registration from './visits/registration.ts';
import * as rollCall from './visits/roll-call.ts';
import * as scan from './visits/scan.ts';
import * as today from './visits/today.ts';
import * as visitor from './visits/visitor.ts';
import * as deviceChannel from './kiosks/device-channel.ts';
import * as devicePass from './kiosks/device-pass.ts';
import * as deviceRefusal from './kiosks/device-refusal.ts';
import * as deviceVisit from './kiosks/device-visit.ts';
import * as device from './kiosks/device.ts';
import * as kioskEdit from './kiosks/kiosk-edit.ts';
import * as kioskSettings from './kiosks/kiosk-settings.ts';
import * as kiosk from './kiosks/kiosk.ts';
import * as license from './kiosks/license.ts';
import * as audit from './operation/audit.ts';
import * as status from './operation/status.ts';
import { endpointsOf } from './platform/endpoint.ts';

export const endpoints = {
  ...endpointsOf(companyEdit),
  ...endpointsOf(company),
  ...endpointsOf(firstSteps),
  ...endpointsOf(notificationEmails),
  ...endpointsOf(ownSessions),
  ...endpointsOf(partnerEdit),
  ...endpointsOf(partner),
  ...endpointsOf(recovery),
  ...endpointsOf(secondFactor),
  ...endpointsOf(services),
  ...endpointsOf(session),
  ...endpointsOf(user),
  ...endpointsOf(workAccount),
  ...endpointsOf(customSettings),
  ...endpointsOf(deliveryPhones),
  ...endpointsOf(destination),
  ...endpointsOf(directory),
  ...endpointsOf(employeeEdit),
  ...endpointsOf(employee),
  ...endpointsOf(imageStorage),
  ...endpointsOf(settings),
  ...endpointsOf(tenant),
  ...endpointsOf(answer),
  ...endpointsOf(badge),
  ...endpointsOf(dataRequest),
  ...endpointsOf(expected),
  ...endpointsOf(expectedGuest),
  ...endpointsOf(history),
  ...endpointsOf(hostInvitation),
  ...endpointsOf(host),
  ...endpointsOf(invitation),
  ...endpointsOf(liveChannel),
  ...endpointsOf(message),
  ...endpointsOf(messagePreview),
  ...endpointsOf(pass),
  ...endpointsOf(stay),
  ...endpointsOf(registration),
  ...endpointsOf(rollCall),
  ...endpointsOf(scan),
  ...endpointsOf(today),
  ...endpointsOf(visitor),
  ...endpointsOf(deviceChannel),
  ...endpointsOf(devicePass),
  ...endpointsOf(deviceRefusal),
  ...endpointsOf(deviceVisit),
  ...endpointsOf(device),
  ...endpointsOf(kioskEdit),
  ...endpointsOf(kioskSettings),
  ...endpointsOf(kiosk),
  ...endpointsOf(license),
  ...endpointsOf(audit),
  ...endpointsOf(status),
};

export type EndpointName = keyof typeof endpoints;
