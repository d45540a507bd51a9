import { type EndpointName, endpoints } from '@vestibule/contract/endpoints.ts';
import type { Db } from '../db/database.ts';
import { layUser, layVisitor, type Site } from './building.ts';
import type { Answer, Caller } from './caller.ts';
import { layImage } from './images.ts';
import { companySettingsId, layKiosk } from './kiosks.ts';
import { layFolder, layLicence } from './licences.ts';
import { layFailedAnnouncement, layFailedMessage, visitOf } from './messages.ts';
import { type Ids, linkPage, type Probes } from './probe.ts';
import { companyProbes } from './probes/company.ts';
import { deviceProbes } from './probes/device.ts';
import { kioskProbes } from './probes/kiosk.ts';
import { licenceProbes } from './probes/licence.ts';
import { sessionProbes } from './probes/session.ts';
import { tenantProbes } from './probes/tenant.ts';
import { visitorProbes } from './probes/visitor.ts';
import { layOwnSettings } from './settings.ts';
import { makeLink } from '../user/password-link.ts';

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
  const { id: visitorId } = await layVisitor(
    db,
    site,
    probes[name].visitor === 'inside' ? { inside: tenant } : { expectedBy: tenant },
  );
  const settingsId = await layOwnSettings(db, site.company.id, tenant.id);
  await probes[name].prepare?.(db, site);
  const user = await layUser(db, { role: 'tenant', companyId: site.company.id, tenantId: tenant.id }, null);
  const link = await makeLink(db, user.id, new URL(linkPage), 1);
  tokens.set(user.id, link.slice(link.lastIndexOf('/') + 1));
  const folder = await layFolder(db);
  const visitMessageId = probes[name].visitor === 'inside' ? await layFailedAnnouncement(db, visitorId) : 0;
  const { id: licenceId } = await layLicence(db, folder);
  return {
    companyId: site.company.id,
    partnerId: site.partner.id,
    tenantId: tenant.id,
    employeeId: of === 'tenant' ? site.employee.id : site.neighbourEmployee.id,
    settingsId,
    logoId: await layImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'logo'),
    photoId: await layImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'photo'),
    visitorId,
    visitId: await visitOf(db, visitorId),
    visitMessageId,
    folderId: folder.id,
    licenceId,
    messageId: await layFailedMessage(db, site.company),
    userId: user.id,
    kioskId: (await layKiosk(db, site, { isOnline: true })).id,
    kioskSettingsId: await companySettingsId(db, site.company.id),
    backgroundId: await layImage(db, { companyId: site.company.id, tenantId: null }, 'background'),
  };
}
