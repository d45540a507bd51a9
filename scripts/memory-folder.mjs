import { existsSync, statfsSync } from 'node:fs';

const folder = '/dev/shm';

/**
 * Returns undefined with less than `room` bytes: containers default to 64 MB.
 * @param {number} room
 */
export function memoryFolder(room) {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= room ? folder : undefined;
}
