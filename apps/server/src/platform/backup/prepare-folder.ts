import { join } from 'node:path';
import { accountFor } from '../db/embedded/account.ts';
import { prepareDataDir } from '../db/embedded/folders.ts';

/** Makes DATA_DIR as a first start would. Answers its path without symbolic links. */
export async function prepareFolder(dataDir: string): Promise<string> {
  return prepareDataDir(dataDir, await accountFor(join(dataDir, 'postgres')));
}
