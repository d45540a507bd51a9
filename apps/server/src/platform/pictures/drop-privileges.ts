import { accessSync, constants, readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import type { DecoderMessage } from './picture.ts';

/**
 * Drops the rights of this process and reports the rest. Call it after all modules are loaded, because the new user may not read the
 * code.
 * @throws if the system refuses the user: the process must not read an image then
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

function hasInterface(): boolean {
  try {
    return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
  } catch {
    return true;
  }
}

function findNetworkNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/net');
  } catch {
    return null;
  }
}
