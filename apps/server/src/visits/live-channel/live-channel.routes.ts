import * as liveChannel from '@vestibule/contract/visits/live-channel.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { openChannel } from './live-channel.ts';

export function liveChannelRoutes(app: FastifyInstance): void {
  serve(app, liveChannel, {
    openLiveChannel: ({ db, session, query, origin }) => openChannel(db, session, query, origin),
  });
}
