import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import { CannotOpen, type Vault } from '../../platform/db/sealed.ts';
import type { ScheduledJob } from '../../platform/jobs/worker.ts';
import { listUnmarked, replaceSecret } from './second-factor.store.ts';
import { placeOfSecret } from './second-factor.ts';

const batchSize = 500;

/** Keeps secrets that cannot be opened, because their key may be found. */
export function renewSeals({ vault, log }: { vault: Vault; log: FastifyBaseLogger }): ScheduledJob {
  return {
    name: 'renew-seals',
    cron: '*/5 * * * *',
    run: ({ acrossCompanies }) => renewAll(acrossCompanies, vault, log),
  };
}

async function renewAll(db: Db, vault: Vault, log: FastifyBaseLogger): Promise<void> {
  let [renewed, closed, afterUser] = [0, 0, 0];
  for (;;) {
    const rows = await listUnmarked(db, vault.mark, { afterUser, limit: batchSize });
    for (const { user_id: id, secret } of rows) {
      afterUser = id;
      const opened = openOrNot(vault, placeOfSecret({ id }), secret);
      if (opened === undefined) closed += 1;
      else {
        await replaceSecret(db, id, secret, vault.seal(placeOfSecret({ id }), opened));
        renewed += 1;
      }
    }
    if (rows.length < batchSize) break;
  }
  if (renewed > 0) log.info({ renewed }, 'sealed second factors with the new key');
  if (closed > 0) log.error({ closed }, 'second factors cannot be opened: their key is not in SECRET_KEY_PREVIOUS');
}

function openOrNot(vault: Vault, place: string, sealed: Buffer): string | undefined {
  try {
    return vault.open(place, sealed);
  } catch (error) {
    if (error instanceof CannotOpen) return undefined;
    throw error;
  }
}
