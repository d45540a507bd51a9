import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { openChannel } from './live-channel.ts';

export function liveChannelRoutes(app: FastifyInstance): void {
  route(app, openLiveChannel, ({ db, session, query, origin }) => openChannel(db, session, query, origin));
}
