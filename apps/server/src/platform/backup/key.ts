import { readFile } from 'node:fs/promises';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import type { DatabaseSettings } from '../db/command-database.ts';
import type { KeySettings } from '../db/secret-key.ts';
import type { StorageSettings } from '../integrations/storage/place.ts';

export interface BackupSettings extends DatabaseSettings, KeySettings {
  backup: { key: string | null; keyFile: string | null };
  storage: StorageSettings;
}

/** Avoids the command line, where other users could read the key. */
export async function backupKey({ backup: { key, keyFile } }: Pick<BackupSettings, 'backup'>): Promise<string> {
  if (key !== null) return key;
  if (keyFile === null) {
    throw new CannotStart(
      'BACKUP_KEY or BACKUP_KEY_FILE is needed: the key that backups are encrypted with (openssl rand -base64 32). Keep it elsewhere than the backups.',
    );
  }
  const kept = await readFile(keyFile, 'utf8').catch((error: unknown) => {
    throw new CannotStart(`BACKUP_KEY_FILE cannot be read (${reasonOf(error)}).`);
  });
  if (kept.trim().length >= 32) return kept.trim();
  throw new CannotStart(`BACKUP_KEY_FILE has fewer than 32 characters.`);
}
