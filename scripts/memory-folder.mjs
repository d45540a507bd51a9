import { existsSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';

/**
 * The folder whose files are in memory; undefined where there is none, or less than `room` bytes: a container has 64 MB for it where nobody
 * asked for more.
 * @param {number} room
 */
export function memoryFolder(room) {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= room ? folder : undefined;
}
