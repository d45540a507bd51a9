import { existsSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';

/**
 * A folder in memory; undefined without one, or with less than `room` bytes, as the 64 MB of a container.
 * @param {number} room
 */
export function memoryFolder(room) {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= room ? folder : undefined;
}
