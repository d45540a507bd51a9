import { accessSync, constants, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { DecoderMessage } from './picture.ts';

/**
 * Gives up the rights of the program in this process, and reports what is left of them. Call it once all modules are loaded: the user that it
 * switches to may not be allowed to read the code. `isolation.ts` passes the user and the folders as arguments.
 * @throws when the system refuses the other user. Then the process must not read a picture.
 */
export function dropPrivileges(): Extract<DecoderMessage, { is: 'ready' }> {
  const [switchTo, ...folders] = process.argv.slice(2);
  const networkNamespace = findNetworkNamespace();
  if (switchTo) becomeUser(Number(switchTo));
  return {
    is: 'ready',
    uid: process.getuid?.() ?? null,
    networkNamespace,
    hasInterface: hasInterface(),
    foldersInReach: folders.filter(isInReach),
  };
}

function becomeUser(id: number): void {
  process.setgroups?.([]);
  process.setgid?.(id);
  process.setuid?.(id);
}

function isInReach(folder: string): boolean {
  return [constants.X_OK, constants.R_OK].some((right) => {
    try {
      accessSync(folder, right);
      return true;
    } catch {
      return false;
    }
  });
}

/** Whether an interface leads to other machines. Assumed where the system does not say. */
function hasInterface(): boolean {
  try {
    return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
  } catch {
    return true;
  }
}

/** Which network namespace this process is in; null outside of Linux. */
function findNetworkNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/net');
  } catch {
    return null;
  }
}
