import { beginSecondFactor, confirmSecondFactor, takeSecondStep } from '@vestibule/contract/accounts/second-factor.ts';
import { login } from '@vestibule/contract/accounts/session.ts';
import { Secret, TOTP } from 'otpauth';
import { expect, onTestFinished, vi } from 'vitest';
import { type Building, testPassword } from './building.ts';
import type { Caller } from './caller.ts';
import { fresh } from './fresh.ts';

export const freshNetwork = () => `198.19.${fresh()}.7`;

export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code)) ?? '';
}

/** Codes stay valid. Returns how to advance the clock. */
export function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
}

export async function setUp(caller: Caller, from?: string) {
  const options = from === undefined ? {} : { from };
  const { data } = await caller.call(beginSecondFactor, { body: { password: testPassword } }, options);
  const code = codeOf(data.secret, -1);
  const confirmed = await caller.call(confirmSecondFactor, { body: { code } }, options);
  return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes };
}

export const signIn = (caller: Caller, email: string, from = freshNetwork(), password: string = testPassword) =>
  caller.call(login, { body: { email, password } }, { from });

export const secondStep = (caller: Caller, code: string, from = freshNetwork()) =>
  caller.call(takeSecondStep, { body: { code } }, { from });

export async function waiting(
  { as, users }: Building,
  from = freshNetwork(),
  role: 'reception' | 'company' = 'reception',
) {
  const browser = as('signedOut');
  expect(await signIn(browser, users[role].email, from)).toBeRefused(401, 'secondFactorRequired');
  return browser;
}

export const actionsOf = async ({ db }: Building, userId: number) => {
  const rows = await db
    .selectFrom('audit_entry')
    .select(['action', 'user_id', 'company_id'])
    .where('subject', '=', 'user')
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows;
};
