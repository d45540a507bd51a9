import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { GuestFields } from '@vestibule/contract/visits/guest.ts';
import type { z } from 'zod';
import { understandPhone } from '../../ui/form/phone.ts';

export type TypedGuest = Record<'name' | 'companyName' | 'email' | 'phone', string>;
export const emptyGuest: TypedGuest = { name: '', companyName: '', email: '', phone: '' };

export interface GuestRules {
  country: CountryCode | undefined;
  /** Guests get a message, so each needs an e-mail address or a phone. */
  areNotified: boolean;
}

interface GuestProblem {
  field: keyof TypedGuest;
  key: string;
}

/** Reads `Name <mail>` or `Name; phone; company`. A part with `@` is an e-mail address, wherever it is. */
export function readLine(line: string): TypedGuest {
  const angled = /^([^<>]*)<([^<>]*)>?(.*)$/.exec(line);
  const [name = '', ...parts] = (angled ? `${angled[1]}${angled[3]}` : line).split(/[;\t]/).map((part) => part.trim());
  const emails = [angled?.[2]?.trim() ?? '', ...parts.filter((part) => part.includes('@'))].filter(Boolean);
  const [phone = '', ...companies] = parts.filter((part) => !part.includes('@'));
  return { name, email: emails.join(' '), phone, companyName: companies.filter(Boolean).join(', ') };
}

export function isBlank(guest: TypedGuest): boolean {
  return Object.values(guest).every((text) => text.trim() === '');
}

/** Returns the first problem of each guest; undefined for guests without one. A phone may be listed once. */
export function checkGuests(guests: readonly TypedGuest[], rules: GuestRules): (GuestProblem | undefined)[] {
  const phones = new Set<string>();
  return guests.map((guest) => {
    const parsed = GuestFields.safeParse(guest);
    const issue = parsed.error?.issues[0];
    if (issue) return { field: fieldOf(issue), key: issue.message };
    const typed = guest.phone.trim();
    const phone = typed === '' ? undefined : understandPhone(typed, rules.country ?? 'NO')?.phone;
    if (typed !== '' && phone === undefined) return { field: 'phone', key: 'invalidPhone' };
    if (phone !== undefined && phones.has(phone)) return { field: 'phone', key: 'phoneListedTwice' };
    if (phone !== undefined) phones.add(phone);
    const isUnreachable = typed === '' && guest.email.trim() === '';
    return rules.areNotified && isUnreachable ? { field: 'email', key: 'guestNeedsEmailOrPhone' } : undefined;
  });
}

function fieldOf({ path: [field] }: z.core.$ZodIssue): keyof TypedGuest {
  return field === 'companyName' || field === 'email' || field === 'phone' ? field : 'name';
}
