import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import type { Db } from '../platform/db/database.ts';
import { seedUser, seedVisitor, type Site } from './building.ts';
import type { Answer, Caller } from './caller.ts';
import { seedImage } from './images.ts';
import { companySettingsId, seedKiosk, seedPendingKiosk } from './kiosks.ts';
import { seedFolder, seedLicence } from './licences.ts';
import { seedFailedAnnouncement, seedFailedMessage, visitOf } from './messages.ts';
import { type Ids, linkPage, type Probes } from './probe.ts';
import { companyProbes } from './probes/company.ts';
import { deviceProbes } from './probes/device.ts';
import { kioskProbes } from './probes/kiosk.ts';
import { licenceProbes } from './probes/licence.ts';
import { sessionProbes } from './probes/session.ts';
import { tenantProbes } from './probes/tenant.ts';
import { visitorProbes } from './probes/visitor.ts';
import { seedOwnSettings } from './settings.ts';
import { makeLink } from '../accounts/user/password-link.ts';

/** A valid call of every endpoint, so that permissions and scopes can be tried on all of them. */
export const probes: Probes = {
  ...sessionProbes,
  ...companyProbes,
  ...licenceProbes,
  ...kioskProbes,
  ...deviceProbes,
  ...tenantProbes,
  ...visitorProbes,
};

/** Makes the call of a probe. */
export async function tryProbe<Name extends EndpointName>(
  caller: Caller,
  name: Name,
  ids: Ids,
  site: Site,
): Promise<Answer<(typeof endpoints)[Name]>> {
  return caller.call(endpoints[name], probes[name].input(ids, site, tokens.get(ids.userId) ?? ''));
}

/** The links that invited users were sent, by the users' ids. */
const tokens = new Map<number, string>();

/** Rows of a site for a probe: of the tenant that has users, or of its neighbour. The visitor is nobody else's. */
export async function idsOf(
  db: Db,
  site: Site,
  name: EndpointName,
  of: 'tenant' | 'neighbour' = 'tenant',
): Promise<Ids> {
  const tenant = site[of];
  const { id: visitorId } = await seedVisitor(
    db,
    site,
    probes[name].visitor === 'inside' ? { inside: tenant } : { expectedBy: tenant },
  );
  const settingsId = await seedOwnSettings(db, site.company.id, tenant.id);
  await probes[name].prepare?.(db, site);
  const user = await seedUser(db, { role: 'tenant', companyId: site.company.id, tenantId: tenant.id }, null);
  const link = await makeLink(db, user.id, new URL(linkPage), 1);
  tokens.set(user.id, link.slice(link.lastIndexOf('/') + 1));
  const folder = await seedFolder(db);
  const visitMessageId = probes[name].visitor === 'inside' ? await seedFailedAnnouncement(db, visitorId) : 0;
  const { id: licenceId } = await seedLicence(db, folder);
  return {
    companyId: site.company.id,
    partnerId: site.partner.id,
    tenantId: tenant.id,
    employeeId: of === 'tenant' ? site.employee.id : site.neighbourEmployee.id,
    settingsId,
    logoId: await seedImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'logo'),
    photoId: await seedImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'photo'),
    visitorId,
    visitId: await visitOf(db, visitorId),
    visitMessageId,
    folderId: folder.id,
    licenceId,
    messageId: await seedFailedMessage(db, site.company),
    userId: user.id,
    kioskId: (await seedKiosk(db, site, { isOnline: true })).id,
    pendingKioskId: (await seedPendingKiosk(db, site)).id,
    kioskSettingsId: await companySettingsId(db, site.company.id),
    backgroundId: await seedImage(db, { companyId: site.company.id, tenantId: null }, 'background'),
  };
}
