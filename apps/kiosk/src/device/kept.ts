import { DeviceConfig, DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { Image } from '@vestibule/contract/platform/image.ts';
import { z } from 'zod';
import type { Vault } from '../offline/vault.ts';

/** What a kiosk works on: its settings, and the directory of tenants and people. */
export interface Kept {
  config: DeviceConfig;
  tenants: DeviceTenant[];
  /** What is behind the welcome, where the settings have a picture there. */
  background: Image | null;
}

/** Keeps it for the time without network. Visits that wait for another company's server are none of this company's. */
export async function keep(vault: Vault, { config, tenants, background }: Kept): Promise<void> {
  const companyId = await vault.get('companyId');
  if (companyId !== undefined && companyId !== config.company.id) await vault.emptyQueue();
  await vault.set('companyId', config.company.id);
  await vault.set('config', config);
  await vault.set('tenants', tenants);
  await vault.set('background', background);
}

/** What was kept; undefined where there is nothing that this version of the app can read. */
export async function recall(vault: Vault): Promise<Kept | undefined> {
  const config = DeviceConfig.safeParse(await vault.get('config')).data;
  const tenants = z.array(DeviceTenant).safeParse(await vault.get('tenants')).data;
  const background = Image.safeParse(await vault.get('background')).data ?? null;
  return config && tenants && { config, tenants, background };
}

/** Forgets settings and directory, for a device that is no kiosk any more. */
export async function forget(vault: Vault): Promise<void> {
  await Promise.all(['config', 'tenants', 'background'].map((name) => vault.remove(name)));
}

/** The addresses of the pictures that the kiosk may show. Faces are none of its business while it shows none. */
export function picturesOf({ config, tenants, background }: Kept): string[] {
  const { logo } = config.company;
  const employees = config.settings.enableEmployeePicture ? tenants.flatMap((tenant) => tenant.employees) : [];
  const small = [logo, ...tenants.map((tenant) => tenant.logo), ...employees.map(({ photo }) => photo)];
  const large = [logo, background];
  return [
    ...small.flatMap((image) => image?.storagePathThumbnail ?? []),
    ...large.flatMap((image) => image?.storagePathOrigin ?? []),
  ];
}
