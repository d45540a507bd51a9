import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openVault } from '../offline/vault.ts';
import { openIdentity } from './identity.ts';

test('keeps the identity of the device', async () => {
  const vault = await openVault(crypto.randomUUID());
  const first = (await openIdentity(vault)).now();
  expect(first.mac).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/);
  expect((await openIdentity(vault)).now()).toEqual(first);
});

test('stores the later of two changes, also if the earlier one takes longer', async () => {
  const vault = await openVault(crypto.randomUUID());
  const slow = Promise.withResolvers<void>();
  let waits = false;
  const set: typeof vault.set = async (name, value) => {
    if (waits) {
      waits = false;
      await slow.promise;
    }
    await vault.set(name, value);
  };
  const identity = await openIdentity({ ...vault, set });
  waits = true;
  const saving = [identity.save({ hash: 'CODE1' }), identity.save({ token: 'token' })];
  slow.resolve();
  await Promise.all(saving);
  expect(await vault.get('identity')).toMatchObject({ hash: 'CODE1', token: 'token' });
});
