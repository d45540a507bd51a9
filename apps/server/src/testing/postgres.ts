import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import { type Embedded, startEmbedded } from '../platform/db/embedded.ts';
import { testFolder } from './folder.ts';

export async function startTestPostgres(): Promise<Omit<Embedded, 'asProgram'>> {
  const dataDir = await testFolder();
  const embedded = await startEmbedded({ dataDir, log: pino({ level: 'error' }), durable: false });
  return { ...embedded, stop: () => embedded.stop().then(() => rm(dataDir, { recursive: true })) };
}
