import type { ExpectedGuest } from '@vestibule/contract/visits/expected-guest.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { expect, test, vi } from 'vitest';
import { checkIn, sendAgain } from './guest-check-in.tsx';

test('a check-in after a lost answer to a resend of the same guest has another key', async () => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    if (address.endsWith('/resend')) return Promise.reject(new TypeError('no network'));
    return Promise.resolve(Response.json({ data: { visitors: [], conflicts: [], html: null } }));
  });
  const once = createOnce();
  await expect(sendAgain(guest, once)).rejects.toThrow('no answer');
  const ignore = () => undefined;
  const outcomes = { onForm: ignore, onBadges: ignore, onConflicts: ignore, errorText: (reason: string) => reason };
  await checkIn({ ...guest, guests: [guest] }, { ...outcomes, once });
  const [resent, checkedIn] = keys;
  expect(resent).toEqual(expect.any(String));
  expect(checkedIn).toEqual(expect.any(String));
  expect(checkedIn).not.toBe(resent);
});

const guest: ExpectedGuest = {
  id: 5,
  invitationId: 3,
  name: 'Jonas Falk',
  companyName: null,
  tenant: { id: 1, name: 'Aurora Shipping' },
  host: null,
  title: null,
  startsAt: '2026-11-26T09:00:00.000Z',
  endsAt: '2026-11-26T10:00:00.000Z',
  state: 'invited',
  hasPhone: true,
  isPhoneUnverified: false,
  isLate: true,
  isCanceled: false,
  failedMessage: 'invitation',
};
