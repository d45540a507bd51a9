import * as customSettings from '@vestibule/contract/building/custom-settings.ts';
import * as deliveryPhones from '@vestibule/contract/building/delivery-phones.ts';
import * as settings from '@vestibule/contract/building/settings.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { changeSettings, readSettings, readSettingsInForce, switchCustomSettings } from './settings.ts';
import { changeDeliveryPhones, readDeliveryPhones } from './delivery-phones.ts';

export function settingsRoutes(app: FastifyInstance): void {
  serve(app, settings, {
    getTenantSettings: ({ db, actor, query }) => readSettings(db, actor, query),
    getSettingsOfTenant: ({ db, actor, params }) => readSettingsInForce(db, actor, params.tenantId),
    changeTenantSettings: ({ db, actor, params, body }) => changeSettings(db, actor, params.settingsId, body),
  });

  serve(app, customSettings, {
    setCustomSettings: ({ db, actor, params, body }) =>
      switchCustomSettings(db, actor, params.tenantId, body.enableCustomSettings),
  });

  serve(app, deliveryPhones, {
    getDeliveryPhones: ({ db, actor, params }) => readDeliveryPhones(db, actor, params.tenantId),
    setDeliveryPhones: ({ db, actor, params, body }) => changeDeliveryPhones(db, actor, params.tenantId, body),
  });
}
