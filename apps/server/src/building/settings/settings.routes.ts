import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import { getDeliveryPhones, setDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import { changeTenantSettings, getSettingsOfTenant, getTenantSettings } from '@vestibule/contract/building/settings.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { switchCustomSettings } from './custom-settings.ts';
import { changeDeliveryPhones, readDeliveryPhones } from './delivery-phones.ts';
import { changeSettings, readSettings, readSettingsInForce } from './settings.change.ts';

export function settingsRoutes(app: FastifyInstance): void {
  route(app, getTenantSettings, ({ db, actor, query }) => readSettings(db, actor, query));
  route(app, getSettingsOfTenant, ({ db, actor, params }) => readSettingsInForce(db, actor, params.tenantId));
  route(app, changeTenantSettings, ({ db, actor, params, body }) => changeSettings(db, actor, params.settingsId, body));
  route(app, setCustomSettings, ({ db, actor, params, body }) =>
    switchCustomSettings(db, actor, params.tenantId, body.enableCustomSettings),
  );
  route(app, getDeliveryPhones, ({ db, actor, params }) => readDeliveryPhones(db, actor, params.tenantId));
  route(app, setDeliveryPhones, ({ db, actor, params, body }) =>
    changeDeliveryPhones(db, actor, params.tenantId, body),
  );
}
