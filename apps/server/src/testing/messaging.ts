import { onTestFinished } from 'vitest';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Agent } from '@vestibule/contract/platform/access.ts';
import { readConfig } from '../config.ts';
import { smtpProvider } from '../platform/integrations/mail/smtp.ts';
import { mailOutlet, smsOutlet, smsProvider } from '../platform/outbox/outlet.ts';
import { reachOf } from '../platform/db/database.ts';
import { startBus } from '../platform/live/bus.ts';
import type { Announcing } from '../visits/notification/hold.ts';
import { messageTables } from '../platform/outbox/outbox.store.ts';
import { startSender } from '../platform/outbox/sender.ts';
import { visitMessages } from '../visits/notification/arrival.ts';
import type { Building } from './building.ts';
import { startMailServer } from './mail.ts';
import { quietLog, type TestServer, testVault } from './server.ts';
import { type SmsVendor, startTwilio } from './sms.ts';

const { smsLimits, ...config } = readConfig({});
export const { smsCountries } = config;

export function announcingAs({ users, company }: Pick<Building, 'users' | 'company'>): Announcing {
  const sender: Agent = {
    userId: users.company.id,
    role: 'company',
    companyIds: [company.id],
    partnerId: null,
    tenantId: null,
  };
  return { sender, rules: { limits: smsLimits, countries: smsCountries, secret: 'of tests' } };
}

export const publicUrl = new URL('http://desk.example.com');

/** Deletes waiting messages of other tests, unless `waiting` is kept. */
export async function startMessaging(
  { app, database }: TestServer,
  startSms: () => Promise<SmsVendor> = startTwilio,
  waiting: 'deleted' | 'kept' = 'deleted',
) {
  if (waiting === 'deleted')
    for (const table of messageTables) {
      await database.db.deleteFrom(table).where('state', 'in', ['queued', 'sending']).execute();
    }
  const [mail, sms] = [await startMailServer(), await startSms()];
  const bus = await startBus(database.connection, quietLog);
  const from = { name: 'Vestibule', address: 'desk@vestibule.example' };
  const outlets = [
    mailOutlet(smtpProvider({ url: mail.url, from }), app.calls.storage),
    smsOutlet(smsProvider(sms.settings, publicUrl), smsCountries),
  ];
  const senders = outlets.map((outlet) =>
    startSender({
      reach: reachOf(database, true),
      vault: testVault,
      bus,
      outlet,
      visits: visitMessages,
      origin: publicUrl.origin,
      log: quietLog,
    }),
  );
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await Promise.all(senders.map((sender) => sender.stop()));
    await bus.stop();
  };
  onTestFinished(async () => {
    await stop();
    await mail.close();
    await sms.close();
  });
  return { mail, sms, stop };
}

export async function notifyEverything(
  { db, company }: Building,
  changes: Partial<typeof everything> = {},
): Promise<void> {
  const values = { ...everything, ...changes };
  await db
    .updateTable('tenant_settings')
    .set(values)
    .where('company_id', '=', company.id)
    .where('tenant_id', 'is', null)
    .execute();
}

const everything = {
  sms_language_to_employee: 'en' as Language | null,
  enable_email_to_employee: true,
  email_language: 'en' as Language,
  enable_sms_confirmation: true,
  sms_confirmation_language: 'en' as Language,
  enable_wifi_info_sms: true,
  wifi_info: 'Net "Guest", password "åpen dør"' as string | null,
  delivery_sms_language: 'en' as Language | null,
  custom_additional_info: 'Fire exits are green.' as string | null,
};
