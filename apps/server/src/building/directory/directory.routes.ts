import * as directory from '@vestibule/contract/building/directory.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import type { Directories } from '../../platform/integrations/directory/directory.ts';
import { connectToLoopbooking, disconnectDirectory, testAccess } from './connection.ts';
import { finishGrant } from './grant.ts';
import { readSynchronization, synchronize } from './sync.ts';

export function directoryRoutes(app: FastifyInstance, directories: Directories): void {
  serve(app, directory, {
    synchronizeEmployees: ({ db, actor, params, query }) => synchronize(db, actor, params.tenantId, query),
    getSynchronization: ({ db, actor, params }) => readSynchronization(db, actor, params.tenantId),
    connectDirectory: ({ db, params, body, ...call }) =>
      finishGrant(db, { ...call, directories }, params.tenantId, body),
    testLoopbooking: ({ db, body, ...call }) => testAccess(db, { ...call, directories }, body),
    connectLoopbooking: ({ db, params, body, ...call }) =>
      connectToLoopbooking(db, { ...call, directories }, params.tenantId, body),
    removeDirectory: ({ db, actor, params, body }) =>
      disconnectDirectory(db, actor, params.tenantId, body.shouldDeleteEmployees),
  });
}
