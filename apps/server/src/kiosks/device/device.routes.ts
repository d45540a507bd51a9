import * as device from '@vestibule/contract/kiosks/device.ts';
import * as devicePass from '@vestibule/contract/kiosks/device-pass.ts';
import * as deviceVisit from '@vestibule/contract/kiosks/device-visit.ts';
import * as deviceChannel from '@vestibule/contract/kiosks/device-channel.ts';
import type { FastifyInstance } from 'fastify';
import { transaction } from '../../platform/db/database.ts';
import { showsMailsOf } from '../../platform/http/call.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { serve } from '../../platform/http/route.ts';
import { activate } from './activation.ts';
import { deprovision, readConfig, readShownImages, readTenantsForDevice, unlock } from './config.ts';
import { announceDelivery, keepRefusals } from './desk.ts';
import { announce, fetchToken } from './enrollment.ts';
import { greetByBadge, greetByPhone } from './greeting.ts';
import { greetByPass } from './guest-pass.ts';
import { readSealedPasses } from './sealed-passes.ts';
import { issueDeviceTicket } from './ticket.ts';
import { rotateToken } from '../kiosk/token.ts';
import { checkOutVisitor, readHostState, registerVisit } from './visits.ts';

/** Channel openings of a device, far more than after lost networks. */
const tickets: Limit = { uses: 60, seconds: 60 };

export function deviceRoutes(app: FastifyInstance): void {
  const { unserved, untaken, smsRules } = app.calls;
  const showsMails = showsMailsOf(app.calls);
  serve(app, device, {
    announceDevice: ({ db, body, network }) => announce(db, body, network),
    fetchDeviceToken: async ({ db, body, network, deviceCookie }) => {
      const answer = await fetchToken(db, body, network);
      if ('token' in answer) deviceCookie.write(answer.token);
      return answer;
    },
    rotateDeviceToken: async ({ db, actor, deviceCookie }) => {
      const answer = await rotateToken(db, actor);
      deviceCookie.write(answer.token);
      return answer;
    },
    activateDevice: ({ db, actor, body, network }) => activate(db, actor, body, network),
    getDeviceConfig: ({ db, actor }) => readConfig(db, actor),
    getDeviceImages: ({ db, actor }) => readShownImages(db, actor),
    listDeviceTenants: ({ db, actor, query }) => readTenantsForDevice(db, { unserved, smsRules }, actor, query),
    reportDeviceRefusals: ({ db, actor, body }) => keepRefusals(db, actor, body),
    announceDelivery: ({ db, vault, actor, body }) =>
      announceDelivery(db, { vault, unserved, smsRules }, actor, body.tenantId),
    unlockDevice: ({ db, actor, body }) => unlock(db, actor, body.password),
    deprovisionDevice: async ({ db, actor, body, deviceCookie }) => {
      await deprovision(db, actor, body.password);
      deviceCookie.clear();
      return null;
    },
  });

  serve(app, deviceVisit, {
    lookUpPhoneAtDevice: ({ db, actor, query }) => greetByPhone(db, actor, query.phone),
    lookUpBadgeAtDevice: ({ db, vault, actor, body }) => greetByBadge(db, vault, actor, body.code),
    registerVisitAtDevice: ({ db, vault, storage, actor, body, network }) =>
      registerVisit(db, { vault, storage, unserved: untaken, smsRules }, actor, { ...body, network }),
    getHostStateAtDevice: ({ db, actor, params }) => readHostState(db, { showsMails }, actor, params.nonce),
    checkOutAtDevice: ({ db, vault, actor, body }) => checkOutVisitor(db, vault, actor, body),
  });

  serve(app, devicePass, {
    lookUpPassAtDevice: ({ db, vault, actor, body, network }) => greetByPass(db, vault, actor, { ...body, network }),
    listPassesAtDevice: ({ db, vault, actor, query }) => readSealedPasses(db, vault, actor, query.version),
  });

  serve(app, deviceChannel, {
    openDeviceChannel: ({ db, actor, origin }) =>
      // One commit for both, because many devices call at once.
      transaction(db, async (db) => {
        await countUse(db, `channels of kiosk ${actor.userId}`, tickets);
        return { url: await issueDeviceTicket(db, actor, origin) };
      }),
  });
}
