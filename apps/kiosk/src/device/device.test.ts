import { listDeviceTenants } from '@vestibule/contract/kiosks/device.ts';
import { expect, test } from 'vitest';
import { elapse, kiosk, tablet } from './fake-tablet.ts';

test('a device shows a code, and becomes a kiosk after the code and a license are entered', async () => {
  const { server, vault, device, phase } = await tablet();
  server.isLicensed = false;
  await phase('enrolling');
  await expect.poll(device.state).toMatchObject({ code: 'CODE1', note: null });
  server.isTyped = true;
  await elapse(1);
  await phase('license');
  await device.activate('AAAAA-BBBBB-CCCCC-DDDDD-EEEEE');
  expect(device.state()).toMatchObject({ phase: 'running', config: { company: { id: 1 } } });
  expect(await vault.get('identity')).toMatchObject({ hash: 'CODE1', token: 'token 1' });
});

test('shows the same code after a reload', async () => {
  const { vault, device } = await tablet();
  await expect.poll(device.state).toMatchObject({ code: 'CODE1' });
  await expect.poll(() => vault.get('identity')).toMatchObject({ hash: 'CODE1' });
});

test('a removed kiosk deletes its data and shows a code, once after several removals', async () => {
  const { server, vault, device, phase, channels, tell } = await kiosk();
  server.isTyped = false;
  server.tokens = [];
  const refreshing = device.refresh();
  expect(await tell({ event: 'deprovisioned', payload: null })).toBe('removed');
  expect(device.state()).toMatchObject({ phase: 'enrolling', code: null, note: 'ended' });
  expect(channels.at(-1)?.isClosed).toBe(true);
  await refreshing;
  await expect.poll(device.state).toMatchObject({ code: 'CODE2', isConnected: false });
  expect(server.count('announce')).toBe(2);
  expect(await vault.names()).not.toContain('config');
  server.isTyped = true;
  await elapse(1);
  await phase('running');
  await expect.poll(() => channels.length).toBe(2);
});

test('a removed kiosk shows a code also if its storage deletes nothing', async () => {
  const { server, device, tell, storage } = await kiosk();
  server.isTyped = false;
  storage.isBroken = true;
  await tell({ event: 'deprovisioned', payload: null });
  await expect.poll(device.state).toMatchObject({ phase: 'enrolling', code: 'CODE2' });
});

test('ignores settings that arrive after the removal', async () => {
  const { server, vault, device, tell } = await kiosk();
  server.isTyped = false;
  const release = server.hold('tenants');
  const refreshing = [device.refresh(), device.refresh()];
  await expect.poll(() => server.count('tenants')).toBe(2);
  await tell({ event: 'deprovisioned', payload: null });
  release();
  await Promise.all(refreshing);
  await expect.poll(device.state).toMatchObject({ phase: 'enrolling', code: 'CODE2' });
  expect(server.count('config')).toBe(2);
  expect(await vault.names()).not.toContain('config');
});

test('ignores settings that were being stored during the removal', async () => {
  const { server, vault, device, tell, storage } = await kiosk();
  server.isTyped = false;
  const release = storage.hold('tenants');
  const refreshing = device.refresh();
  await expect.poll(() => storage.isHeld).toBe(true);
  await tell({ event: 'deprovisioned', payload: null });
  await expect.poll(device.state).toMatchObject({ phase: 'enrolling', code: 'CODE2' });
  release();
  await refreshing;
  expect(device.state().phase).toBe('enrolling');
  const names = await vault.names();
  expect([names.includes('config'), names.includes('tenants')]).toEqual([false, false]);
});

test('ignores a failed call after the kiosk was removed', async () => {
  const { server, device, tell } = await kiosk();
  server.isTyped = false;
  const release = server.hold('tenants');
  const refreshing = device.refresh();
  await tell({ event: 'deprovisioned', payload: null });
  await expect.poll(device.state).toMatchObject({ phase: 'enrolling', code: 'CODE2' });
  server.isAway = true;
  release();
  await refreshing;
  expect(device.state().phase).toBe('enrolling');
  server.isAway = false;
  await elapse(10);
  expect(server.count('announce')).toBe(2);
});

test('ignores the late answer of a call sent before the device was enrolled again', async () => {
  const { server, device, phase, tell, storage } = await kiosk();
  const release = server.hold('tenants');
  const refreshing = device.refresh();
  await expect.poll(() => server.count('tenants')).toBe(2);
  server.tokens = [];
  storage.isFull = true;
  await tell({ event: 'deprovisioned', payload: null });
  release();
  await elapse(1);
  await phase('running');
  await refreshing;
  await elapse(1);
  expect(device.state()).toMatchObject({ phase: 'running', isFull: true });
});

test('ignores a token of the former enrollment after a new one', async () => {
  const { server, vault } = await kiosk();
  const { device, isOpen, channels, tell, phase } = await tablet({ vault, server });
  await isOpen();
  const release = server.hold('token/rotate');
  channels.at(-1)?.onOpen();
  await expect.poll(() => server.count('token/rotate')).toBe(1);
  await tell({ event: 'deprovisioned', payload: null });
  await phase('running');
  const before = await vault.get('identity');
  release();
  await device.refresh();
  expect(await vault.get('identity')).toEqual(before);
});

test('closes a channel that opens after the removal', async () => {
  const { server, vault } = await kiosk();
  const { promise, resolve } = Promise.withResolvers<void>();
  const { device, channels, phase } = await tablet({ vault, server, untilChannel: promise });
  await phase('running');
  server.isTyped = false;
  server.tokens = [];
  await expect(device.call(listDeviceTenants)).rejects.toMatchObject({ status: 401 });
  resolve();
  await expect.poll(device.state).toMatchObject({ phase: 'enrolling', code: 'CODE2' });
  expect(channels).toHaveLength(0);
});

test('a restart waits until no visitor uses the kiosk, and its screen stays until then', async () => {
  const { device, tell } = await kiosk();
  device.setIdle(false);
  expect(await tell({ id: 1, event: 'reboot', payload: null })).toBe('waiting');
  device.setIdle(true);
  expect(device.state().phase).toBe('restarting');
  expect(await tell({ event: 'settings_changed', payload: { version: 2 } })).toBe('applied');
  expect(device.state().phase).toBe('restarting');
});

test('a kiosk removed at its screen stores no late reply', async () => {
  const { server, vault, device, reload } = await kiosk();
  const release = server.hold('tenants');
  const refreshing = device.refresh();
  await device.deprovision('');
  release();
  await refreshing;
  expect(await vault.names()).toEqual([]);
  expect(reload).toHaveBeenCalledOnce();
});

test('a kiosk removed during its start shows a code', async () => {
  const { server, vault } = await kiosk();
  server.isMisfit = true;
  const { device, storage, phases } = await tablet({ vault, server });
  const release = storage.hold('tenants');
  await expect.poll(() => storage.isHeld).toBe(true);
  server.isTyped = false;
  server.tokens = [];
  await expect(device.call(listDeviceTenants)).rejects.toMatchObject({ status: 401 });
  release();
  await expect.poll(device.state).toMatchObject({ phase: 'enrolling', code: 'CODE2' });
  expect([...phases]).toEqual(['starting', 'enrolling']);
});
