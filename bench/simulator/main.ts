import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoPassword } from '../../apps/server/src/demo/demo-building.ts';
import { Refused } from './call.ts';
import type { Device } from './device.ts';
import { openSite } from './site.ts';
import { type Counts, createVisitors } from './visitors.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    count: { type: 'string', default: '10' },
    rate: { type: 'string', default: '6' },
    drops: { type: 'string', default: '0' },
    /** Default: until stopped. */
    minutes: { type: 'string', default: 'Infinity' },
    manager: { type: 'string', default: 'company@demo.vestibule.test' },
    admin: { type: 'string', default: 'superadmin@demo.vestibule.test' },
  },
});
const count = numberOf('count');
const awaySeconds = [5, 60] as const;
const ended = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());

try {
  await run();
} catch (error) {
  console.error(error instanceof Refused ? hintFor(error) : error);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const password = process.env['KIOSKS_PASSWORD'] ?? demoPassword;
  const site = await openSite(values.url, { manager: values.manager, admin: values.admin, password }, count);
  const counts: Counts = { checkedIn: 0, checkedOut: 0, refused: 0 };
  const visit = createVisitors(counts);
  const devices: Device[] = [];
  try {
    for (let number = 1; number <= count && !ended.signal.aborted; number += 1) {
      const device = await site.add(`Simulated ${number}`);
      await device.stay();
      devices.push(device);
    }
    console.log(`${devices.length} kiosks of company ${site.companyId} are online. Ctrl+C removes them.`);
    const until = setTimeout(() => ended.abort(), Math.min(numberOf('minutes') * 60_000, 2 ** 31 - 1));
    const reporting = setInterval(() => report(devices, counts), 10_000);
    await Promise.all([
      repeatedly(numberOf('rate'), () => visit(anyOf(devices))),
      repeatedly(numberOf('drops'), () => loseNetwork(anyOf(devices))),
    ]);
    clearTimeout(until);
    clearInterval(reporting);
    report(devices, counts);
  } finally {
    for (const device of devices) device.drop();
    await site.clear();
  }
}

/** Does not wait for earlier work. */
async function repeatedly(perMinute: number, work: () => Promise<void>): Promise<void> {
  while (!ended.signal.aborted) {
    await sleep(perMinute > 0 ? 60_000 / perMinute : 60_000, undefined, { signal: ended.signal }).catch(
      () => undefined,
    );
    if (perMinute > 0 && !ended.signal.aborted) work().catch((error: unknown) => console.error(error));
  }
}

async function loseNetwork(device: Device): Promise<void> {
  if (!device.isConnected) return;
  device.drop();
  await sleep(randomInt(...awaySeconds) * 1_000, undefined, { signal: ended.signal }).catch(() => undefined);
  if (!ended.signal.aborted) await device.stay();
}

function report(devices: readonly Device[], { checkedIn, checkedOut, refused }: Counts): void {
  const online = devices.filter(({ isConnected }) => isConnected).length;
  console.log(`${online} online, ${checkedIn} checked in, ${checkedOut} checked out, ${refused} refused`);
}

function anyOf(devices: readonly Device[]): Device {
  const device = devices[randomInt(devices.length)];
  if (!device) throw new Error('There are no kiosks.');
  return device;
}

function numberOf(option: 'count' | 'rate' | 'drops' | 'minutes'): number {
  const number = Number(values[option]);
  if (!(number >= (option === 'count' ? 1 : 0))) throw new Error(`--${option} takes a number.`);
  return number;
}

function hintFor({ message, reason }: Refused): string {
  if (!reason?.startsWith('secondFactor')) return message;
  return `${message}\nThe simulator cannot show a code of an authenticator. Name users without one by --manager and --admin.`;
}
