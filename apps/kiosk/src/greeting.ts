import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { CodeGreeting, PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Answers, Finding } from './questions.ts';

interface Greeted {
  phone: string;
  /** Null if the server could not be reached. */
  greeting: PhoneGreeting | null;
  tenants: readonly DeviceTenant[];
}

/**
 * Returns the answers that a look-up by phone gives. A known visitor is not asked for name and company. Typed answers stay. A check-out
 * uses only the start of the visit.
 */
export function greet(
  { phone, greeting, tenants }: Greeted,
  { act, answers: { name } }: { act: string; answers: Answers },
): [answers: Answers, isKnown: boolean] {
  if (!greeting) return [{ phone }, false];
  const { checkedInSince } = greeting;
  const visitor = typeof name === 'string' ? null : knownVisitor(greeting);
  if (checkedInSince !== null) {
    const again = visitor ? { ...visitor, shouldSaveData: null } : {};
    return [{ phone, finding: { kind: 'inside', since: checkedInSince, visitor: again } }, false];
  }
  if (!visitor || act === 'checkOut') return [{ phone }, false];
  const finding = findingOf(greeting, tenants);
  // An expected visitor may still be asked about remembering.
  const choice = greeting.preregisteredTenant ? {} : { shouldSaveData: null };
  return [{ phone, ...visitor, ...choice, ...(finding && { finding }) }, true];
}

function knownVisitor({ known, firstName }: PhoneGreeting): Answers | null {
  return known && firstName !== null ? { firstName, name: null, companyName: null } : null;
}

function findingOf(greeting: PhoneGreeting, tenants: readonly DeviceTenant[]): Finding | null {
  const { preregisteredTenant, canRepeatLastVisit, hasExpectedHost = false } = greeting;
  const tenant = tenants.find(({ id }) => id === preregisteredTenant?.id);
  if (tenant) return { kind: 'expected', tenant, hasHost: hasExpectedHost };
  return canRepeatLastVisit ? { kind: 'returning' } : null;
}

/** Returns the answers that the code of an expected visitor gives; null for any other code, which checks out. */
export function answersOf(greeting: CodeGreeting, tenants: readonly DeviceTenant[]): Answers | null {
  const { known, name, companyName, preregisteredTenantId, expectedHost = null } = greeting;
  if (!known || !name || !companyName || preregisteredTenantId === null) return null;
  const tenant = tenants.find(({ id }) => id === preregisteredTenantId);
  return { name, companyName, ...(tenant && { tenant, ...(expectedHost && { employee: expectedHost }) }) };
}

/** The letters of a pass. Codes of badges are shorter. */
export const secretLength = 26;

/** A badge checks out. The code of an invitation checks in or out. */
export function isBadge(code: string): boolean {
  return code.startsWith('V') && code.length < secretLength;
}
