import { getSystemStatus } from '@vestibule/contract/operation/status.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { readStatus } from './status.ts';

export function statusRoutes(app: FastifyInstance): void {
  route(app, getSystemStatus, ({ db }) => readStatus(db));
}
