import { randomInt, randomUUID } from 'node:crypto';
import { listDeviceTenants } from '@vestibule/contract/kiosks/device.ts';
import { checkOutAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { firstNames, familyNames, trades } from '../names.ts';
import { Refused } from './call.ts';
import type { Device } from './device.ts';

export interface Counts {
  checkedIn: number;
  checkedOut: number;
  refused: number;
}

/** After a while, about half of the visitors are inside. */
export function createVisitors(counts: Counts) {
  const inside: string[] = [];

  const arrive = async (device: Device) => {
    const tenant = some(await device.call(listDeviceTenants));
    if (!tenant) return;
    const phone = `+4747${String(randomInt(1_000_000)).padStart(6, '0')}`;
    await device.call(registerVisitAtDevice, {
      body: {
        nonce: randomUUID(),
        occurredAt: new Date().toISOString(),
        phone,
        name: `${some(firstNames) ?? ''} ${some(familyNames) ?? ''}`,
        companyName: `${some(familyNames) ?? ''} ${some(trades) ?? ''}`,
        shouldSaveData: false,
        tenantId: tenant.id,
        employeeId: some(tenant.employees)?.id ?? null,
        shouldPrintMainBadge: false,
        shouldPrintParkingBadge: false,
      },
    });
    inside.push(phone);
    counts.checkedIn += 1;
  };
  const leave = async (device: Device, phone: string) => {
    await device.call(checkOutAtDevice, { body: { nonce: randomUUID(), phone } });
    counts.checkedOut += 1;
  };

  return async function visit(device: Device): Promise<void> {
    const leaving = inside.length > 20 || (inside.length > 0 && randomInt(3) === 0) ? inside.shift() : undefined;
    try {
      await (leaving === undefined ? arrive(device) : leave(device, leaving));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      counts.refused += 1;
    }
  };
}

function some<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}
