import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { PassGreeting } from '@vestibule/contract/kiosks/device-pass.ts';
import type { PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';

const names = [
  ['Aurora Shipping', ['Emil Strand', 'Kari Nordmann', 'Åse Ødegård']],
  ['Boreal Foods', ['Jonas Lie', 'Maja Holm']],
  ['Bryggen Architects', ['Ingrid Dahl', 'Nils Aas', 'Sofie Berg']],
  ['Fjellheim Legal', ['Henrik Vik']],
] as const;

/** Invented tenants. The first asks for consent and has badges. */
export const tenants: DeviceTenant[] = names.map(([name, employees], place) => ({
  id: place + 1,
  name,
  logo: null,
  enableGdpr: place === 0,
  gdprHandling: 'deletedAfter24hours',
  enablePrintBadgeOption: place === 0,
  enablePrintParkingBadgeOption: place === 0,
  canReceiveDeliveries: true,
  employees: employees.map((employee, index) => ({ id: (place + 1) * 10 + index, name: employee, photo: null })),
}));

const stranger: PhoneGreeting = {
  known: false,
  firstName: null,
  canRepeatLastVisit: false,
  preregisteredTenant: null,
  checkedInSince: null,
};

/** Every pass is that of an expected guest. */
export function greetGuest(): PassGreeting {
  const hourMs = 3_600_000;
  return {
    firstName: 'Eve',
    tenant: { id: 2, name: 'Boreal Foods' },
    host: { id: 20, name: 'Jonas Lie' },
    validFrom: new Date(Date.now() - hourMs).toISOString(),
    validUntil: new Date(Date.now() + hourMs).toISOString(),
    missing: [],
  };
}

/** Greets by the last digit: 1 was here before, 2 is expected, 3 is inside. All others are new. */
export function greet(phone: string): PhoneGreeting {
  switch (phone.at(-1)) {
    case '1':
      return { ...stranger, known: true, firstName: 'Astrid', canRepeatLastVisit: true };
    case '2':
      return {
        ...stranger,
        known: true,
        firstName: 'Eve',
        preregisteredTenant: { id: 2, name: 'Boreal Foods' },
        hasExpectedHost: true,
      };
    case '3':
      return { ...stranger, checkedInSince: new Date(Date.now() - 95 * 60_000).toISOString() };
    default:
      return stranger;
  }
}
