import {
  dismissRefusedActs as dismissRefusedActsEndpoint,
  listRefusedActs,
} from '@vestibule/contract/kiosks/device-refusal.ts';
import { listKioskCodes, listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import {
  confirmKioskDevice,
  createKiosk,
  deleteKiosk,
  rebootKiosk,
  rebootKioskByGet,
  rejectKioskDevice,
  renewKioskCode as renewKioskCodeEndpoint,
  setKioskCustomSettings,
  updateKiosk,
  upgradeAllKiosks,
  upgradeAllKiosksByGet,
  upgradeKiosk,
  upgradeKioskByGet,
} from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { changeKioskSettings as changeSettings, getKioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { sendCommand, upgradeAll } from './command.ts';
import { addKiosk, changeKiosk, readKiosks, removeKiosk } from './kiosk.ts';
import { confirmDevice, readKioskCodes, rejectDevice, renewKioskCode } from './pending-device.ts';
import { dismissRefusedActs, readRefusedActs } from './refused-act.ts';
import { changeKioskSettings, readKioskSettings, switchCustomSettings } from './kiosk-settings.ts';

export function kioskRoutes(app: FastifyInstance): void {
  route(app, listKiosks, ({ db, actor, params, query }) => readKiosks(db, actor, params.companyId, query));
  route(app, createKiosk, ({ db, actor, params, body }) => addKiosk(db, actor, params.companyId, body));
  route(app, updateKiosk, ({ db, actor, params, body }) => changeKiosk(db, actor, params.kioskId, body));
  route(app, setKioskCustomSettings, ({ db, actor, params, body }) =>
    switchCustomSettings(db, actor, params.kioskId, body.enableCustomSettings),
  );
  route(app, deleteKiosk, ({ db, actor, params }) => removeKiosk(db, actor, params.kioskId));
  route(app, listKioskCodes, ({ db, actor, params }) => readKioskCodes(db, actor, params.companyId));
  route(app, confirmKioskDevice, ({ db, actor, params, body }) =>
    confirmDevice(db, actor, params.kioskId, body.previous),
  );
  route(app, rejectKioskDevice, ({ db, actor, params, body }) =>
    rejectDevice(db, actor, params.kioskId, body.previous),
  );
  route(app, renewKioskCodeEndpoint, ({ db, actor, params }) => renewKioskCode(db, actor, params.kioskId));
  for (const endpoint of [rebootKiosk, rebootKioskByGet]) {
    route(app, endpoint, ({ db, actor, params }) => sendCommand(db, actor, params.kioskId, 'reboot'));
  }
  for (const endpoint of [upgradeKiosk, upgradeKioskByGet]) {
    route(app, endpoint, ({ db, actor, params }) => sendCommand(db, actor, params.kioskId, 'upgrade'));
  }
  for (const endpoint of [upgradeAllKiosks, upgradeAllKiosksByGet]) {
    route(app, endpoint, ({ db, actor, params }) => upgradeAll(db, actor, params.companyId));
  }
  route(app, getKioskSettings, ({ db, actor, query }) => readKioskSettings(db, actor, query));
  route(app, changeSettings, ({ db, actor, params, body }) => changeKioskSettings(db, actor, params.settingsId, body));
  route(app, listRefusedActs, ({ db, actor, params, query }) => readRefusedActs(db, actor, params.companyId, query));
  route(app, dismissRefusedActsEndpoint, ({ db, actor, params, query }) =>
    dismissRefusedActs(db, actor, params.companyId, query.ids),
  );
}
