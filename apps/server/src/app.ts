import { endpoints } from '@vestibule/contract/endpoints.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditRoutes } from './operation/audit-log/audit-log.routes.ts';
import { answersOnChannel } from './visits/answer/answer.ts';
import { answerRoutes } from './visits/answer/answer.routes.ts';
import { badgeRoutes, passRoutes } from './visits/badge/badge.routes.ts';
import { companyRoutes } from './accounts/company/company.routes.ts';
import type { Config } from './config.ts';
import { poolSizes } from './platform/db/connection-budget.ts';
import { type Database, type Db, openDatabase, reachOf } from './platform/db/database.ts';
import type { Vault } from './platform/db/sealed.ts';
import { openStandby } from './platform/db/standby.ts';
import { serveDeviceChannels } from './kiosks/device/channel.ts';
import { deviceRoutes } from './kiosks/device/device.routes.ts';
import { detach, readPartner } from './accounts/partner/partner.ts';
import { readCompany } from './accounts/company/company.ts';
import type { Organizations } from './accounts/scope/scope.ts';
import { smsRulesOf } from './platform/integrations/sms/limits.ts';
import { countryOfCompany, mailLanguageOf } from './building/settings/settings.ts';
import { type HoldVisits, readTenant } from './building/tenant/tenant.ts';
import { expectedRoutes } from './visits/expected/expected.routes.ts';
import { cancelOfTenant } from './visits/invitation/forget.ts';
import type { GuestMessageDeps } from './visits/invitation/guest-message.ts';
import { invitationRoutes } from './visits/invitation/invitation.routes.ts';
import { stayRoutes } from './visits/pass/stay.routes.ts';
import { guestPassRoutes } from './visits/pass/pass.routes.ts';
import { findHost, findHostOfUser } from './visits/host/host-session.ts';
import { hostRoutes } from './visits/host/host.routes.ts';
import { maySeeChannel } from './visits/live-channel/live-channel.ts';
import { liveChannelRoutes } from './visits/live-channel/live-channel.routes.ts';
import { findDevice } from './kiosks/kiosk/token.ts';
import { directoryRoutes } from './building/directory/directory.routes.ts';
import { beginGrant } from './building/directory/grant.ts';
import { employeesByTenant, employeesOfTenant } from './building/employee/employee.ts';
import { employeeRoutes } from './building/employee/employee.routes.ts';
import { evacuationRoutes } from './visits/evacuation/evacuation.routes.ts';
import { historyRoutes } from './visits/history/history.routes.ts';
import { dbOf, tokenOf } from './platform/http/call.ts';
import { deviceCookie, hostCookie, sessionCookie } from './platform/http/cookie.ts';
import { readPage, serveBrowserApps } from './platform/http/browser-apps.ts';
import { fileAddress, imageRoutes, serveFiles } from './building/image/image.routes.ts';
import { serveHealth } from './platform/http/health.ts';
import { describeApi } from './platform/http/openapi.ts';
import { type Callers, shedLoad } from './platform/http/pressure.ts';
import { createServer } from './platform/http/server.ts';
import { createDirectories } from './platform/integrations/directory/directories.ts';
import type { IdentityProvider } from './platform/integrations/identity/identity.ts';
import type { IdentitySettings } from './platform/integrations/identity/openid.ts';
import { keepFileAddress } from './building/image/image.ts';
import type { MailCatcher } from './platform/integrations/mail/catcher.ts';
import { openStorage } from './platform/integrations/storage/open.ts';
import { kioskPayloads } from './kiosks/kiosk/kiosk.ts';
import { kioskRoutes } from './kiosks/kiosk/kiosk.routes.ts';
import { licenseRoutes } from './kiosks/license/license.routes.ts';
import { startBus } from './platform/live/bus.ts';
import { createHub } from './platform/live/hub.ts';
import { startNumbering } from './platform/live/numbering.ts';
import { serveLiveSockets } from './platform/live/socket.ts';
import { reportRoutes } from './visits/notification/report.routes.ts';
import { messageRoutes } from './visits/notification/message.routes.ts';
import { serveDevMail } from './platform/outbox/dev-mail.ts';
import { unservedChannels } from './platform/outbox/outlet.ts';
import { partnerRoutes } from './accounts/partner/partner.routes.ts';
import { retentionRoutes } from './visits/retention/retention.routes.ts';
import { secondFactorRoutes } from './accounts/session/second-factor.routes.ts';
import { sessionRoutes } from './accounts/session/session.routes.ts';
import { createSessions, type Sessions } from './accounts/session/session.ts';
import { workAccountRoutes } from './accounts/session/work-account.routes.ts';
import { settingsRoutes } from './building/settings/settings.routes.ts';
import { statusRoutes } from './operation/status/status.routes.ts';
import { tenantRoutes } from './building/tenant/tenant.routes.ts';
import { userRoutes } from './accounts/user/user.routes.ts';
import { visitRoutes } from './visits/visit/visit.routes.ts';
import { holdVisits } from './visits/visitor/visitors-of-tenant.ts';
import { visitorRoutes } from './visits/visitor/visitor.routes.ts';
import { visitorsOnChannel } from './visits/visitor/visibility.ts';
import './wiring.ts';
import { countRead } from './platform/observability/counters.ts';
import { measureCalls, type Metrics } from './platform/observability/metrics.ts';
import type { Tracing } from './platform/observability/tracing.ts';

const organizations: Organizations = { company: readCompany, partner: readPartner, tenant: readTenant };

export type AppConfig = Pick<
  Config,
  | 'databaseReadUrl'
  | 'publicUrl'
  | 'trustedProxies'
  | 'hideAccounts'
  | 'secondFactorRoles'
  | 'identity'
  | 'roles'
  | 'mail'
  | 'sms'
  | 'smsLimits'
  | 'smsCountries'
  | 'storage'
  | 'directories'
>;

interface AppOptions {
  config: AppConfig;
  database: Database;
  hasRowSecurity: boolean;
  vault: Vault;
  log: FastifyBaseLogger;
  metrics: Metrics;
  tracing?: Tracing | undefined;
  mailCatcher?: MailCatcher | null;
}

/** Does not listen yet. */
export async function buildApp({
  config,
  database,
  hasRowSecurity,
  vault,
  log,
  metrics,
  tracing,
  mailCatcher = null,
}: AppOptions): Promise<FastifyInstance> {
  const { connection, onQuery } = database;
  const reach = reachOf(database, hasRowSecurity);
  const { acrossCompanies } = reach;
  const forDevices = openDatabase(connection, poolSizes.devices, onQuery);
  metrics.watchPool(forDevices);
  const devices = reachOf(forDevices, hasRowSecurity);
  const { publicUrl, trustedProxies, hideAccounts, secondFactorRoles: requiredRoles, databaseReadUrl } = config;
  const standby =
    databaseReadUrl === null
      ? null
      : openStandby({ connection: { connectionString: databaseReadUrl }, primary: database, onRead: countRead, log });
  if (standby) metrics.watchStandby(standby);
  const storage = await openStorage(config.storage);
  await keepFileAddress(acrossCompanies, fileAddress(config.storage));
  const bus = await startBus(connection, log);
  const sessions = createSessions(acrossCompanies, bus, requiredRoles);
  const numbering = startNumbering(acrossCompanies, log);
  const payloads = { visitors_update: visitorsOnChannel, visit_answered: answersOnChannel, ...kioskPayloads };
  const hub = createHub({
    reach,
    bus,
    log,
    payloads,
  });

  const app = await createServer({
    calls: {
      reach,
      devices,
      openRead:
        standby && ((companyIds) => standby.openCall(hasRowSecurity && companyIds !== 'all' ? companyIds : null)),
      vault,
      unserved: unservedChannels(config),
      untaken: unservedChannels({ ...config, mail: config.mail ?? mailCatcher }),
      smsRules: smsRulesOf(config, vault),
      storage,
      publicUrl,
      fileHost: config.storage.host,
      findSession: sessions.find,
      findHost: (id, isUse) => findHost(acrossCompanies, id, isUse),
      findHostOfUser: (session) => findHostOfUser(dbOf(reach, session.actor), session),
      findDevice: (token) => findDevice(devices.acrossCompanies, token),
      changed: numbering.wake,
    },
    log,
    trustedProxies,
  });
  tracing?.follow(app);
  app.addHook('onClose', async () => {
    await numbering.stop();
    await bus.stop();
    await standby?.close();
    await forDevices.close();
  });
  shedLoad(app, callersBy(devices.acrossCompanies, sessions, publicUrl));
  await describeApi(app, endpoints);
  serveHealth(app, database.pool);
  measureCalls(app, metrics, () => sockets.count());

  sessionRoutes(app, { sessions, organizations, hideAccounts, requiredRoles });
  secondFactorRoutes(app, { sessions, organizations, requiredRoles });
  const directories = createDirectories(config.directories);
  const identity = config.identity && (await openIdentityProvider(config.identity));
  workAccountRoutes(app, {
    sessions,
    organizations,
    requiredRoles,
    identity,
    beginGrant: ({ db, query, ...call }) => beginGrant(db, { ...call, directories }, query),
  });
  directoryRoutes(app, directories);
  companyRoutes(app, { sessions, organizations, countryOf: countryOfCompany, detachPartner: detach });
  partnerRoutes(app, sessions);
  licenseRoutes(app);
  auditRoutes(app);
  statusRoutes(app, directories, identity !== null);
  userRoutes(app, { sessions, organizations, languageOf: mailLanguageOf, publicUrl, hideAccounts });
  imageRoutes(app, storage);
  tenantRoutes(app, {
    sessions,
    holdVisits: holdVisitsOfTenant({ ...app.calls, origin: null }),
    employees: { byTenant: employeesByTenant, ofTenant: employeesOfTenant },
  });
  settingsRoutes(app);
  employeeRoutes(app);
  visitorRoutes(app);
  expectedRoutes(app);
  invitationRoutes(app);
  visitRoutes(app);
  guestPassRoutes(app);
  liveChannelRoutes(app);
  badgeRoutes(app);
  const guestPage = await readPage('visitor');
  passRoutes(app, guestPage);
  answerRoutes(app, guestPage);
  hostRoutes(app, identity);
  stayRoutes(app, guestPage);
  kioskRoutes(app);
  deviceRoutes(app);
  serveDeviceChannels(app, { reach: devices, bus, publicUrl, changed: numbering.wake });
  retentionRoutes(app);
  historyRoutes(app);
  evacuationRoutes(app);
  messageRoutes(app);
  reportRoutes(app, config);
  const sockets = serveLiveSockets(app, {
    db: acrossCompanies,
    hub,
    bus,
    publicUrl,
    findSessionByHash: sessions.findByHash,
    maySee: (session, channel) => maySeeChannel(dbOf(reach, session.actor), session, channel),
  });

  serveFiles(app, storage, config.storage.container);
  serveDevMail(app, mailCatcher);
  await serveBrowserApps(app);
  return app;
}

function holdVisitsOfTenant(deps: GuestMessageDeps): HoldVisits {
  return async (db, tenant) => {
    const visits = await holdVisits(db, tenant);
    return {
      isVisited: () => visits.isVisited(),
      async remove() {
        await cancelOfTenant(db, deps, tenant);
        await visits.remove();
      },
    };
  };
}

/** Few installations have an identity provider. Its library takes 2 MB. */
async function openIdentityProvider(settings: IdentitySettings): Promise<IdentityProvider> {
  const { openIdProvider } = await import('./platform/integrations/identity/openid.ts');
  return openIdProvider(settings);
}

function callersBy(db: Db, sessions: Sessions, publicUrl: URL | null): Callers {
  const sessionOf = (request: FastifyRequest, reply: FastifyReply) => sessionCookie(request, reply, publicUrl).read();
  const hostOf = (request: FastifyRequest, reply: FastifyReply) => hostCookie(request, reply, publicUrl).read();
  return {
    knownAs(request, reply) {
      const id = sessionOf(request, reply);
      return id !== undefined && sessions.isRemembered(id) ? id : undefined;
    },
    bringsSession: (request, reply) => (sessionOf(request, reply) ?? hostOf(request, reply)) !== undefined,
    identify(request, reply) {
      const id = sessionOf(request, reply);
      if (id !== undefined) return sessions.find(id, false).then((session) => session !== undefined);
      const hostId = hostOf(request, reply);
      if (hostId !== undefined) return findHost(db, hostId, false).then((host) => host !== undefined);
      const token = tokenOf(request) ?? deviceCookie(request, reply, publicUrl).read();
      return token === undefined ? undefined : findDevice(db, token).then((device) => device !== undefined);
    },
  };
}
