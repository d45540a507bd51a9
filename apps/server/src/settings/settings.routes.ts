import { setCustomSettings } from '@vestibule/contract/settings.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { switchCustomSettings } from './custom-settings.ts';

export function settingsRoutes(app: FastifyInstance): void {
  route(app, setCustomSettings, ({ db, actor, params, body }) =>
    switchCustomSettings(db, actor, params.tenantId, body.enableCustomSettings),
  );
}
