import { expect, test } from 'vitest';
import { imageOf, settingsOf } from './fake-server.ts';
import { elapse, kiosk, tablet } from './fake-tablet.ts';

test('rotates a token at each start and once a day, but not a new one', async () => {
  const { server, vault, channels } = await kiosk();
  await elapse(120);
  expect(server.count('token/rotate')).toBe(0);
  await elapse(86_400);
  await expect.poll(() => server.count('token/rotate')).toBe(1);
  await expect.poll(() => vault.get('identity')).toMatchObject({ token: 'token 2', next: null });
  channels.at(-1)?.onState(false);
  const again = await tablet({ vault, server });
  await again.isOpen();
  again.channels.at(-1)?.onOpen();
  await expect.poll(() => server.count('token/rotate')).toBe(2);
});

test('rotates a token at the next start if the rotation failed', async () => {
  const { server, vault } = await kiosk();
  const again = await tablet({ vault, server });
  await again.isOpen();
  server.isAway = true;
  again.channels.at(-1)?.onOpen();
  await expect.poll(() => server.count('token/rotate')).toBe(1);
  await expect.poll(again.device.state).toMatchObject({ phase: 'running' });
  server.isAway = false;
  await elapse(120);
  await expect.poll(() => server.count('token/rotate')).toBe(2);
});

test('a hanging network never leaves an empty screen', async () => {
  const { server, vault } = await kiosk();
  const release = server.hold('config');
  const { device, phase, channels } = await tablet({ vault, server });
  await elapse(1);
  expect(device.state().phase).toBe('starting');
  await elapse(1);
  await phase('running');
  expect(channels).toHaveLength(0);
  release();
  await expect.poll(() => channels.length).toBe(1);
});

test('stored data does not replace newer data of the server', async () => {
  const { server, vault } = await kiosk();
  server.isLicensed = false;
  const release = server.hold('config');
  const { storage, phase, phases } = await tablet({ vault, server });
  const recall = storage.hold('tenants');
  await elapse(2);
  await expect.poll(() => storage.isHeld).toBe(true);
  release();
  await phase('license');
  recall();
  for (const name of ['config', 'tenants', 'background']) await vault.get(name);
  expect([...phases]).toEqual(['license']);
});

test('a kiosk without stored data asks until the server answers', async () => {
  const { server, device, phase } = await tablet({ token: 'token' });
  await phase('away');
  server.isAway = false;
  await elapse(4);
  await expect.poll(device.state).toMatchObject({ phase: 'running' });
});

test('a kiosk starts offline with stored data and refreshes it when the channel opens', async () => {
  const { server, vault } = await kiosk();
  server.isAway = true;
  const { device, phase, isOpen, channels } = await tablet({ vault, server });
  await phase('running');
  await isOpen();
  const asked = server.count('config');
  channels.at(-1)?.onState(false);
  await elapse(110);
  expect(server.count('config')).toBe(asked);
  server.isAway = false;
  server.settings = settingsOf(1);
  server.settings.config.phrasesVersion = '2';
  channels.at(-1)?.onOpen();
  await expect.poll(device.state).toMatchObject({ config: { phrasesVersion: '2' } });
});

test('asks again after a failure of the server, and after a reply of another version', async () => {
  const { server, device, channels } = await kiosk();
  server.isAway = true;
  await device.refresh();
  const asked = server.count('config');
  server.isAway = false;
  server.isMisfit = true;
  await elapse(15);
  await expect.poll(() => server.count('config')).toBe(asked + 1);
  await expect.poll(device.state).toMatchObject({ phase: 'running', isMisfit: true });
  channels.at(-1)?.onState(false);
  server.isMisfit = false;
  await elapse(59);
  expect(device.state().isMisfit).toBe(true);
  await elapse(1);
  await expect.poll(device.state).toMatchObject({ phase: 'running', isMisfit: false });
});

test.each([401, 402, 403, 404])('keeps the session when a gateway answers %i', async (status) => {
  const { server, vault, device } = await kiosk();
  server.gateway = status;
  await device.refresh();
  expect(device.state()).toMatchObject({ phase: 'running', isMisfit: false });
  expect(await vault.get('identity')).toMatchObject({ token: 'token 1' });
  server.gateway = null;
  server.settings = settingsOf(1);
  server.settings.config.phrasesVersion = '2';
  await elapse(15);
  await expect.poll(device.state).toMatchObject({ config: { phrasesVersion: '2' } });
});

test('loads the code of the channel again after a failure', async () => {
  const { server, vault } = await kiosk();
  const missing = { times: 1 };
  const { phase, channels } = await tablet({ vault, server, missing });
  await phase('running');
  await expect.poll(() => missing.times).toBe(0);
  expect(channels).toHaveLength(0);
  await elapse(4);
  await expect.poll(() => channels.length).toBe(1);
});

test('loads the background picture only if the settings show one, and stores it for offline use', async () => {
  const { server, vault, device } = await kiosk();
  expect(server.asked.filter(({ path }) => path.includes('images'))).toEqual([]);
  server.background = imageOf(2);
  Object.assign(server.settings.config.settings, { background: 'image', backgroundImageId: 2 });
  await device.refresh();
  expect(device.state()).toMatchObject({ phase: 'running', background: { id: 2 } });
  expect(server.asked.at(-1)?.path).toBe('images');
  server.isAway = true;
  const again = await tablet({ vault, server });
  await again.phase('running');
  expect(again.device.state()).toMatchObject({ background: { id: 2 } });
});

test('loads the directory every two minutes while the channel is open', async () => {
  const { server, channels } = await kiosk();
  const asked = server.count('tenants');
  await elapse(120);
  await expect.poll(() => server.count('tenants')).toBe(asked + 1);
  channels.at(-1)?.onState(false);
  await elapse(120);
  expect(server.count('tenants')).toBe(asked + 1);
});

test('works with a full storage, and keeps its identity after the storage was cleared', async () => {
  const { vault, device, storage } = await kiosk();
  storage.isFull = true;
  await device.refresh();
  expect(device.state()).toMatchObject({ phase: 'running', isFull: true });
  storage.isFull = false;
  const before = await vault.get('identity');
  await vault.remove('identity');
  await device.refresh();
  expect(device.state()).toMatchObject({ phase: 'running', isFull: false });
  expect(await vault.get('identity')).toEqual(before);
});

test('does not send waiting visits of another company', async () => {
  const { server, vault, device } = await kiosk();
  await vault.append({});
  await device.refresh();
  expect(await vault.count()).toBe(1);
  server.settings = settingsOf(2);
  await device.refresh();
  expect(await vault.count()).toBe(0);
});

test('fetches the passes of today at the start and when the channel says so, and shows a pushed answer', async () => {
  const { server, device, channels, tell } = await kiosk();
  channels.at(-1)?.onOpen();
  await expect.poll(() => server.count('passes')).toBe(1);
  await tell({ event: 'passes_changed', payload: null });
  await expect.poll(() => server.count('passes')).toBe(2);
  const answer = {
    kind: 'wait',
    minutes: null,
    text: null,
    employee: null,
    answeredAt: new Date(0).toISOString(),
  } as const;
  await tell({ event: 'visit_answered', payload: { visitorId: 1, visitId: 2, answer } });
  expect(device.state().answered).toMatchObject({ visitId: 2, answer });
});
