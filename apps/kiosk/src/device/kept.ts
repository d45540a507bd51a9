import { DeviceConfig, DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { Image } from '@vestibule/contract/platform/image.ts';
import { z } from 'zod';
import type { Vault } from '../offline/vault.ts';

export interface Kept {
  config: DeviceConfig;
  tenants: DeviceTenant[];
  background: Image | null;
}

/** Stores settings and directory for offline use. Deletes visits and passes of another company. */
export async function keep(vault: Vault, { config, tenants, background }: Kept): Promise<void> {
  const companyId = await vault.get('companyId');
  if (companyId !== undefined && companyId !== config.company.id) {
    await Promise.all([vault.emptyQueue(), vault.remove('passes')]);
  }
  await vault.set('companyId', config.company.id);
  await vault.set('config', config);
  await vault.set('tenants', tenants);
  await vault.set('background', background);
}

/** The stored data; undefined if this version cannot read it. */
export async function recall(vault: Vault): Promise<Kept | undefined> {
  const config = DeviceConfig.safeParse(await vault.get('config')).data;
  const tenants = z.array(DeviceTenant).safeParse(await vault.get('tenants')).data;
  const background = Image.safeParse(await vault.get('background')).data ?? null;
  return config && tenants && { config, tenants, background };
}

export async function forget(vault: Vault): Promise<void> {
  await Promise.all(['config', 'tenants', 'background', 'passes'].map((name) => vault.remove(name)));
}

/** The images that the kiosk may show. Photos only if the settings show them. */
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
