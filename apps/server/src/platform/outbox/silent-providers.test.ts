import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { expect, onTestFinished, test } from 'vitest';
import { smtpProvider } from '../integrations/mail/smtp.ts';
import { mailOutlet, smsOutlet, smsProvider } from './outlet.ts';
import { startBus } from '../live/bus.ts';
import { building, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { publicUrl, notifyEverything, smsCountries } from '../../testing/messaging.ts';
import { quietLog, testVault } from '../../testing/server.ts';
import { startSender } from './sender.ts';
import { visitMessages } from '../../visits/notification/arrival.ts';

async function blackHole(): Promise<{ port: number; readonly connections: number; close: () => void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    port,
    get connections() {
      return sockets.length;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test('a check-in does not wait for providers that do not answer', async () => {
  const site = await building();
  const { db, server } = site;
  await notifyEverything(site);
  const desk = site.as('reception');
  const register = async () => {
    await db.updateTable('employee').set({ phone: freshPhone() }).where('id', '=', site.employee.id).execute();
    return desk.call(registerVisit, visitTo(site.tenant, { employeeId: site.employee.id }));
  };
  // The first call is slower.
  await register();
  const registering = performance.now();
  await register();
  const usualMs = performance.now() - registering;
  const [mail, sms] = [await blackHole(), await blackHole()];
  const bus = await startBus(server.database.connection, quietLog);
  const from = { name: 'Vestibule', address: 'desk@vestibule.example' };
  const timeouts = { connection: 60_000, answer: 60_000, attempt: 60_000 };
  const url = new URL(`http://127.0.0.1:${sms.port}`);
  const settings = { provider: 'sveve', url, user: 'desk', password: 'secret', from: 'Vestibule' } as const;
  const senders = [
    mailOutlet(smtpProvider({ url: new URL(`smtp://127.0.0.1:${mail.port}`), from }, timeouts)),
    smsOutlet(smsProvider(settings, publicUrl), smsCountries),
  ].map((outlet) =>
    startSender({ reach: site.reach, vault: testVault, bus, outlet, visits: visitMessages, log: quietLog }),
  );

  onTestFinished(async () => {
    const stopped = senders.map((sender) => sender.stop());
    mail.close();
    sms.close();
    await Promise.all(stopped);
    await bus.stop();
  });

  await register();
  await expect.poll(() => Math.min(mail.connections, sms.connections)).toBeGreaterThan(0);
  const milliseconds: number[] = [];
  for (let count = 0; count < 20; count++) {
    const began = performance.now();
    expect(await register()).toMatchObject({ status: 201 });
    milliseconds.push(performance.now() - began);
  }
  // A busy machine takes longer also without providers.
  expect(Math.max(...milliseconds)).toBeLessThan(Math.max(2_000, 20 * usualMs));
  const states = await db.selectFrom('message').select('state').where('company_id', '=', site.company.id).execute();
  expect(states).toHaveLength(23 * 4);
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['queued', 'sending']));
});
