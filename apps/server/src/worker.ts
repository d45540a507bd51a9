import type { FastifyBaseLogger } from 'fastify';
import { chainAudit } from './platform/audit/chain.ts';
import { removeCompanies } from './operation/clean-up/remove-companies.ts';
import type { Config } from './config.ts';
import type { Connection, Reach } from './platform/db/database.ts';
import type { Vault } from './platform/db/sealed.ts';
import { keepDirectories } from './building/directory/nightly.ts';
import { startSynchronizer } from './building/directory/synchronizer.ts';
import { sweepFiles } from './building/image/image.ts';
import { createDirectories } from './platform/integrations/directory/directories.ts';
import type { MailCatcher } from './platform/integrations/mail/catcher.ts';
import type { MailProvider } from './platform/integrations/mail/mail.ts';
import type { MailSettings } from './platform/integrations/mail/smtp.ts';
import { mailOutlet, smsOutlet, smsProvider, unservedChannels } from './platform/outbox/outlet.ts';
import { openStorage } from './platform/integrations/storage/open.ts';
import { smsRulesOf } from './platform/integrations/sms/limits.ts';
import { expireRows } from './operation/clean-up/expire.ts';
import { runJobs } from './platform/jobs/worker.ts';
import { reportOutages } from './kiosks/kiosk/outage-mail.ts';
import { startBus } from './platform/live/bus.ts';
import { startSender } from './platform/outbox/sender.ts';
import { visitMessages } from './visits/notification/arrival.ts';
import { startEscalator } from './visits/notification/escalation.ts';
import { forgetVisitorsJobs } from './visits/retention/job.ts';
import { expectGuestsJob } from './visits/invitation/expectation.ts';
import { forgetGuestsJob } from './visits/invitation/forget.ts';
import { sendHeldGuestMessages } from './visits/invitation/guest-limit.ts';
import { renewPasses } from './visits/invitation/pass.ts';
import { remindGuestsJob } from './visits/invitation/reminder.ts';
import './wiring.ts';
import { renewSeals } from './accounts/session/renew-seals.ts';
import { checkOutByItself } from './visits/visit/auto-check-out.ts';
import { askStillHereJob } from './visits/visit/still-here.ts';

interface WorkerOptions {
  config: Pick<Config, 'mail' | 'sms' | 'smsLimits' | 'smsCountries' | 'publicUrl' | 'storage' | 'directories'>;
  reach: Reach;
  connection: Connection;
  vault: Vault;
  log: FastifyBaseLogger;
  /** Of links, if the public address is unknown. */
  localOrigin?: string | null;
  mailCatcher?: MailCatcher | null;
}

export async function startWorker({
  config,
  reach,
  connection,
  vault,
  log,
  localOrigin = null,
  mailCatcher = null,
}: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const smsRules = smsRulesOf(config, vault);
  const storage = await openStorage(config.storage);
  const bus = await startBus(connection, log);
  const jobs = await runJobs({
    reach,
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
      askStillHereJob(smsRulesOf(config, vault)),
      remindGuestsJob({ vault, smsRules: smsRulesOf(config, vault), origin: config.publicUrl?.origin ?? localOrigin }),
      reportOutages({ vault, publicUrl: config.publicUrl }),
      ...forgetVisitorsJobs({ log }),
      expectGuestsJob,
      forgetGuestsJob(),
      renewPasses({ vault, log }),
      sendHeldGuestMessages(smsRules),
    ],
  });
  const outlets = [
    mailOutlet(config.mail ? await openMailProvider(config.mail) : mailCatcher, storage),
    smsOutlet(config.sms && smsProvider(config.sms, config.publicUrl), config.smsCountries),
  ];
  const origin = config.publicUrl?.origin ?? localOrigin;
  const senders = outlets.map((outlet) =>
    startSender({ reach, vault, bus, outlet, visits: visitMessages, origin, log }),
  );
  const unserved = unservedChannels({ ...config, roles: new Set(['worker']) });
  const escalator = startEscalator({ reach, bus, unserved, smsRules, log });
  const directories = createDirectories(config.directories);
  const synchronizer = startSynchronizer({ reach, vault, bus, directories, storage, log });
  return {
    async stop() {
      await Promise.all([
        ...senders.map((sender) => sender.stop()),
        synchronizer.stop(),
        escalator.stop(),
        jobs.stop(),
      ]);
      await bus.stop();
    },
  };
}

/** Without a mail server, 3 MB of its library are not loaded. */
async function openMailProvider(settings: MailSettings): Promise<MailProvider> {
  const { smtpProvider } = await import('./platform/integrations/mail/smtp.ts');
  return smtpProvider(settings);
}
