import {
  activateDevice,
  announceDelivery as announceDeliveryEndpoint,
  announceDevice,
  deprovisionDevice,
  fetchDeviceToken,
  getDeviceConfig,
  getDeviceImages,
  listDeviceTenants,
  reportDeviceRefusals,
  rotateDeviceToken,
  unlockDevice,
} from '@vestibule/contract/kiosks/device.ts';
import {
  checkOutAtDevice,
  lookUpBadgeAtDevice,
  lookUpPhoneAtDevice,
  registerVisitAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import { openDeviceChannel } from '@vestibule/contract/kiosks/device-channel.ts';
import type { FastifyInstance } from 'fastify';
import { transaction } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { route } from '../../platform/http/route.ts';
import { activate } from './activation.ts';
import { readConfig, readShownImages, readTenantsForDevice } from './config.ts';
import { announceDelivery, keepRefusals } from './desk.ts';
import { announce, fetchToken } from './enrolment.ts';
import { deprovision, unlock } from './settings-password.ts';
import { greetByBadge, greetByPhone } from './greeting.ts';
import { issueDeviceTicket } from './ticket.ts';
import { rotateToken } from '../kiosk/token.ts';
import { checkOutVisitor, registerVisit } from './visits.ts';

/** How often a device may open its channel again: far more than a lost network makes it. */
const tickets: Limit = { uses: 60, seconds: 60 };

export function deviceRoutes(app: FastifyInstance): void {
  route(app, announceDevice, ({ db, body, network }) => announce(db, body, network));
  route(app, fetchDeviceToken, async ({ db, body, network, deviceCookie }) => {
    const answer = await fetchToken(db, body, network);
    if ('token' in answer) deviceCookie.write(answer.token);
    return answer;
  });
  route(app, rotateDeviceToken, async ({ db, actor, deviceCookie }) => {
    const answer = await rotateToken(db, actor);
    deviceCookie.write(answer.token);
    return answer;
  });
  route(app, activateDevice, ({ db, actor, body, network }) => activate(db, actor, body, network));
  route(app, getDeviceConfig, ({ db, actor }) => readConfig(db, actor));
  route(app, getDeviceImages, ({ db, actor }) => readShownImages(db, actor));
  route(app, listDeviceTenants, ({ db, actor, query }) => readTenantsForDevice(db, actor, query));
  route(app, lookUpPhoneAtDevice, ({ db, actor, query }) => greetByPhone(db, actor, query.phone));
  route(app, lookUpBadgeAtDevice, ({ db, vault, actor, body }) => greetByBadge(db, vault, actor, body.code));
  const { unserved, smsRules } = app.calls;
  route(app, registerVisitAtDevice, ({ db, vault, storage, actor, body }) =>
    registerVisit(db, { vault, storage, unserved, smsRules }, actor, body),
  );
  route(app, checkOutAtDevice, ({ db, vault, actor, body }) => checkOutVisitor(db, vault, actor, body));
  route(app, reportDeviceRefusals, ({ db, actor, body }) => keepRefusals(db, actor, body));
  route(app, announceDeliveryEndpoint, ({ db, vault, actor, body }) =>
    announceDelivery(db, { vault, unserved, smsRules }, actor, body.tenantId),
  );
  route(app, unlockDevice, ({ db, actor, body }) => unlock(db, actor, body.password));
  route(app, deprovisionDevice, async ({ db, actor, body, deviceCookie }) => {
    await deprovision(db, actor, body.password);
    deviceCookie.clear();
    return null;
  });
  route(app, openDeviceChannel, ({ db, actor, origin }) =>
    // One commit for both: many devices ask in one moment.
    transaction(db, async (db) => {
      await countUse(db, `channels of kiosk ${actor.userId}`, tickets);
      return { url: await issueDeviceTicket(db, actor, origin) };
    }),
  );
}
