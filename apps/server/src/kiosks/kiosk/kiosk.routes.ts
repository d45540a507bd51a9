import * as deviceRefusal from '@vestibule/contract/kiosks/device-refusal.ts';
import * as kiosk from '@vestibule/contract/kiosks/kiosk.ts';
import * as kioskEdit from '@vestibule/contract/kiosks/kiosk-edit.ts';
import * as kioskSettings from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { sendCommand, upgradeAll } from './command.ts';
import { addKiosk, changeKiosk, readKioskEvents, readKiosks, removeKiosk } from './kiosk.ts';
import { confirmDevice, readKioskCodes, rejectDevice, renewKioskCode } from './pending-device.ts';
import { dismissRefusedActs, readRefusedActs } from './refused-act.ts';
import { changeKioskSettings, readKioskSettings, switchCustomSettings } from './kiosk-settings.ts';

export function kioskRoutes(app: FastifyInstance): void {
  serve(app, kiosk, {
    listKiosks: ({ db, actor, params, query }) => readKiosks(db, actor, params.companyId, query),
    listKioskEvents: ({ db, actor, params }) => readKioskEvents(db, actor, params.kioskId),
    listKioskCodes: ({ db, actor, params }) => readKioskCodes(db, actor, params.companyId),
  });

  serve(app, kioskEdit, {
    createKiosk: ({ db, actor, params, body }) => addKiosk(db, actor, params.companyId, body),
    updateKiosk: ({ db, actor, params, body }) => changeKiosk(db, actor, params.kioskId, body),
    setKioskCustomSettings: ({ db, actor, params, body }) =>
      switchCustomSettings(db, actor, params.kioskId, body.enableCustomSettings),
    deleteKiosk: ({ db, actor, params }) => removeKiosk(db, actor, params.kioskId),
    confirmKioskDevice: ({ db, actor, params, body }) => confirmDevice(db, actor, params.kioskId, body.previous),
    rejectKioskDevice: ({ db, actor, params, body }) => rejectDevice(db, actor, params.kioskId, body.previous),
    renewKioskCode: ({ db, actor, params }) => renewKioskCode(db, actor, params.kioskId),
    rebootKiosk: ({ db, actor, params }) => sendCommand(db, actor, params.kioskId, 'reboot'),
    rebootKioskByGet: ({ db, actor, params }) => sendCommand(db, actor, params.kioskId, 'reboot'),
    upgradeKiosk: ({ db, actor, params }) => sendCommand(db, actor, params.kioskId, 'upgrade'),
    upgradeKioskByGet: ({ db, actor, params }) => sendCommand(db, actor, params.kioskId, 'upgrade'),
    upgradeAllKiosks: ({ db, actor, params }) => upgradeAll(db, actor, params.companyId),
    upgradeAllKiosksByGet: ({ db, actor, params }) => upgradeAll(db, actor, params.companyId),
  });

  serve(app, kioskSettings, {
    getKioskSettings: ({ db, actor, query }) => readKioskSettings(db, actor, query),
    changeKioskSettings: ({ db, actor, params, body }) => changeKioskSettings(db, actor, params.settingsId, body),
  });

  serve(app, deviceRefusal, {
    listRefusedActs: ({ db, actor, params, query }) => readRefusedActs(db, actor, params.companyId, query),
    dismissRefusedActs: ({ db, actor, params, query }) => dismissRefusedActs(db, actor, params.companyId, query.ids),
  });
}
