import {
  connectDirectory,
  connectLoopbooking,
  getSynchronisation,
  removeDirectory,
  synchroniseEmployees,
  testLoopbooking,
} from '@vestibule/contract/building/directory.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Directories } from '../../platform/integrations/directory.ts';
import { connectToLoopbooking, testAccess } from './connection.ts';
import { finishGrant } from './grant.ts';
import { cutLoose } from './removal.ts';
import { readSynchronisation, synchronise } from './sync.ts';

export function directoryRoutes(app: FastifyInstance, directories: Directories): void {
  route(app, synchroniseEmployees, ({ db, actor, params, query }) => synchronise(db, actor, params.tenantId, query));
  route(app, getSynchronisation, ({ db, actor, params }) => readSynchronisation(db, actor, params.tenantId));
  route(app, connectDirectory, ({ db, params, body, ...call }) =>
    finishGrant(db, { ...call, directories }, params.tenantId, body),
  );
  route(app, testLoopbooking, ({ db, body, ...call }) => testAccess(db, { ...call, directories }, body));
  route(app, connectLoopbooking, ({ db, params, body, ...call }) =>
    connectToLoopbooking(db, { ...call, directories }, params.tenantId, body),
  );
  route(app, removeDirectory, ({ db, actor, params, body }) =>
    cutLoose(db, actor, params.tenantId, body.shouldDeleteEmployees),
  );
}
