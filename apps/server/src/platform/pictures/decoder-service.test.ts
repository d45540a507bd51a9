import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../testing/folder.ts';
import { chooseDecoder, decode } from './decode.ts';

const isRoot = process.getuid?.() === 0;
const otherId = 65_532;

/**
 * Runs the service in a separate process, under root as another user without a network. Undefined if that user cannot read the checkout.
 */
async function startService() {
  const folder = await testFolder();
  const sockets = join(folder, 'sockets');
  const data = join(folder, 'data');
  await mkdir(sockets);
  await mkdir(data, { mode: 0o700 });
  if (isRoot) await chown(sockets, otherId, otherId);
  const socket = join(sockets, 'socket');
  const command = [process.execPath, join(import.meta.dirname, '../../commands/run-decoder.ts'), socket];
  const asOther = [
    'unshare',
    '--net',
    '--',
    'setpriv',
    `--reuid=${otherId}`,
    `--regid=${otherId}`,
    '--clear-groups',
    '--',
  ];
  const [program = '', ...args] = isRoot ? [...asOther, ...command] : command;
  const service = spawn(program, args, { cwd: '/', env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' } });
  onTestFinished(async () => {
    await stop(service);
    await chooseDecoder(null, []);
    await rm(folder, { recursive: true });
  });
  const [output] = await Promise.race([once(service.stdout, 'data'), once(service, 'exit').then(() => [])]);
  return output === undefined ? undefined : { service, socket, data };
}

async function stop(service: ChildProcess) {
  if (service.exitCode !== null || service.signalCode !== null) return;
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}

test('a decoder service started by root runs as another user, without a network', async ({ skip }) => {
  const started = await startService();
  if (!started) return skip('the service may not run here');
  const { service, socket, data } = started;
  const protections = await chooseDecoder(socket, [data]);
  const allProtections = { isOtherUser: true, hasNoNetwork: true, hasNoFolders: true };
  expect(protections).toMatchObject(isRoot ? allProtections : { isOtherUser: false });
  expect((await stat(socket)).mode & 0o777).toBe(0o660);

  const picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const { bytes, type, thumbnail } = await decode(picture);
  expect(type).toBe('image/jpeg');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 300, height: 200 });
  expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 100 });
  await expect(decode(Buffer.from('<!doctype html>'))).rejects.toThrow('wrongMimetype');
  await expect(decode(Buffer.alloc(0))).rejects.toThrow('wrongMimetype');

  await stop(service);
  await expect(decode(picture)).rejects.toThrow('unavailable');
});
