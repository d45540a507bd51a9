import type { FastifyBaseLogger } from 'fastify';
import { chainAudit } from './audit/chain.ts';
import { removeCompanies } from './company/company.removal.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Vault } from './db/sealed.ts';
import { keepDirectories } from './directory/nightly.ts';
import { startSynchroniser } from './directory/synchroniser.ts';
import { sweepFiles } from './image/sweep.ts';
import { createDirectories } from './integrations/directories.ts';
import { smtpProvider } from './integrations/mail/smtp.ts';
import { smsProvider } from './integrations/sms/open.ts';
import { openStorage } from './integrations/storage/open.ts';
import { expireRows } from './jobs/expire.ts';
import { runJobs } from './jobs/worker.ts';
import { tellOfKiosks } from './kiosk/outage-mail.ts';
import { startBus } from './live/bus.ts';
import { mailOutlet, smsOutlet } from './notification/outlet.ts';
import { startSender } from './notification/sender.ts';
import { forgetVisitorsJobs } from './retention/job.ts';
import { renewSeals } from './session/renew-seals.ts';
import { checkOutByItself } from './visit/auto-check-out.ts';

interface WorkerOptions {
  config: Pick<Config, 'mail' | 'sms' | 'smsCountries' | 'publicUrl' | 'storage' | 'directories'>;
  database: Database;
  vault: Vault;
  log: FastifyBaseLogger;
}

/** The background part of the program: it sends messages, and does what is due. */
export async function startWorker({ config, database, vault, log }: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { db, connection } = database;
  const storage = await openStorage(config.storage);
  const bus = await startBus(connection, log);
  const jobs = await runJobs({
    db,
    connection,
    log,
    jobs: [
      expireRows,
      removeCompanies,
      chainAudit,
      keepDirectories,
      renewSeals({ vault, log }),
      sweepFiles(storage),
      checkOutByItself,
      tellOfKiosks({ vault, publicUrl: config.publicUrl }),
      ...forgetVisitorsJobs({ log }),
    ],
  });
  const outlets = [
    mailOutlet(config.mail && smtpProvider(config.mail)),
    smsOutlet(config.sms && smsProvider(config.sms, config.publicUrl), config.smsCountries),
  ];
  const senders = outlets.map((outlet) => startSender({ db, vault, bus, outlet, log }));
  const directories = createDirectories(config.directories);
  const synchroniser = startSynchroniser({ db, vault, bus, directories, storage, log });
  return {
    async stop() {
      await Promise.all([...senders.map((sender) => sender.stop()), synchroniser.stop(), jobs.stop()]);
      await bus.stop();
    },
  };
}
