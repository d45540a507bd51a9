import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Config } from '../config.ts';
import { startSynchronizer } from '../building/directory/synchronizer.ts';
import { createDirectories } from '../platform/integrations/directory/directories.ts';
import { openStorage } from '../platform/integrations/storage/open.ts';
import { startBus } from '../platform/live/bus.ts';
import { afterFile } from './after-file.ts';
import { type Building, building } from './building.ts';
import { noDirectories } from './directories.ts';
import { testFolder } from './folder.ts';
import { quietLog, startServer, type TestServer, testVault } from './server.ts';

export interface Listed {
  id: string;
  name: string;
  email?: string | null;
  phone?: string | null;
}

export const access = { loopbookingDomain: 'house.loopbooking.test', loopbookingCode: 'the-access-key' };

export interface ListingServer {
  url: URL;
  people: Listed[];
  code: string;
  hold: Promise<unknown>;
  readings: number;
}

async function startListing(people: Listed[]): Promise<ListingServer> {
  const server = createServer((request, response) => void answer(request.headers['x-access-key'], response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const listing: ListingServer = {
    url: new URL(`http://127.0.0.1:${port}`),
    people,
    code: access.loopbookingCode,
    hold: Promise.resolve(),
    readings: 0,
  };
  async function answer(code: unknown, response: ServerResponse) {
    listing.readings += 1;
    await listing.hold;
    response.setHeader('content-type', 'application/json');
    response.statusCode = code === listing.code ? 200 : 401;
    response.end(JSON.stringify(listing.people));
  }
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return listing;
}

interface ListedBuilding extends Building {
  listing: ListingServer;
  stopWorking: () => Promise<void>;
}

/** URL of the newest listing. The shared server reads it at each call. */
const newestUrl = new URL('http://127.0.0.1');
let shared: Promise<TestServer> | undefined;

/** The buildings of a file share a server, which asks the newest listing. */
export async function connectableBuilding(people: Listed[]): Promise<Omit<ListedBuilding, 'stopWorking'>> {
  const listing = await startListing(people);
  newestUrl.port = listing.url.port;
  shared ??= startShared();
  return { ...(await building(await shared)), listing };
}

function startShared(): Promise<TestServer> {
  const starting = startServer({ directories: directoriesAt({ url: newestUrl }) });
  afterFile(() => Promise.resolve((shared = undefined)));
  return starting;
}

function directoriesAt({ url }: Pick<ListingServer, 'url'>): Config['directories'] {
  return { ...noDirectories, loopbooking: { ...noDirectories.loopbooking, url } };
}

export async function listedBuilding(people: Listed[]): Promise<ListedBuilding> {
  const site = await connectableBuilding(people);
  const worker = await startWorking(site, directoriesAt(site.listing));
  return { ...site, stopWorking: () => worker.stop() };
}

export async function startWorking(
  { server, reach }: Pick<Building, 'server' | 'reach'>,
  settings: Config['directories'],
): Promise<{ stop(): Promise<void> }> {
  const { connection } = server.database;
  const bus = await startBus(connection, quietLog);
  const storage = await openStorage({
    place: { kind: 'folder', folder: await testFolder() },
    container: 'images',
    host: null,
  });
  const directories = createDirectories(settings, { answerMs: 5_000, minPauseMs: 5, maxPauseMs: 50, attempts: 2 });
  const synchronizer = startSynchronizer({ reach, vault: testVault, bus, directories, storage, log: quietLog });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= synchronizer.stop().then(() => bus.stop()));
  onTestFinished(stop);
  return { stop };
}

export function somePeople(count: number, first = 0): Listed[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `person-${first + index}`,
    name: `Person ${first + index}`,
    email: `person-${first + index}@aurora.test`,
    phone: `${40_000_000 + first + index}`,
  }));
}
