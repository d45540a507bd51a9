import { announceDevice, enrollment, fetchDeviceToken } from '@vestibule/contract/kiosks/device.ts';
import { callAs, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { androidVersion } from './bridge.ts';
import type { Identity } from './identity.ts';

const timeoutMs = 15_000;

/** `renewed`: replaces an expired code; `ended`: the kiosk was removed; `away`: no answer; `slow`: the server asks for pauses. */
export type EnrollmentNote = 'renewed' | 'ended' | 'away' | 'slow' | null;

interface EnrollOptions {
  identity: Identity;
  onCode: (code: string | null, note: EnrollmentNote) => void;
  /** The server answers in a format that this version does not know. */
  onMisfit: () => void;
  note: EnrollmentNote;
}

/** Shows a code until a user enters it in the console. Resolves with code and token. Renews expired codes without end. */
export async function enroll({
  identity,
  onCode,
  onMisfit,
  note: first,
}: EnrollOptions): Promise<{ hash: string; token: string }> {
  let code = identity.hash;
  let note = first;
  onCode(null, note);
  for (;;) {
    try {
      const { hash, interval } = await announce({ ...identity, hash: code });
      if (code !== undefined && code !== hash && note === null) note = 'renewed';
      code = hash;
      onCode(code, note);
      const token = await tokenFor(code, identity, interval);
      if (token !== null) return { hash: code, token };
      note = null;
    } catch (error) {
      if (error instanceof z.ZodError) onMisfit();
      else if (!(error instanceof CallFailed)) throw error;
      const { status, problem } = error instanceof CallFailed ? error : { status: null, problem: null };
      if (problem?.reason === 'hashUnknown') {
        code = undefined;
        note = 'renewed';
        continue;
      }
      const isSlow = status === 429;
      onCode(code ?? null, isSlow ? 'slow' : 'away');
      await pause(isSlow ? Math.min(60, problem?.secondsLeft ?? 30) : 3);
    }
  }
}

/** Without the session of a user of the same browser. */
const call = callAs({ token: null });

function announce({ secret, hash, mac }: Identity) {
  const body = {
    deviceSecret: secret,
    mac,
    appVersion: APP_VERSION,
    androidVersion: androidVersion(),
    ...(hash !== undefined && { hash }),
  };
  return call(announceDevice, { body }, { signal: AbortSignal.timeout(timeoutMs) });
}

/**
 * Polls until a user enters the code. Returns null a minute before it expires, so that a new announcement extends it. Measures elapsed time,
 * because the clock of a tablet can be days off.
 */
async function tokenFor(hash: string, { secret }: Identity, interval: number): Promise<string | null> {
  const endsAt = performance.now() + (enrollment.minutes - 1) * 60_000;
  while (performance.now() < endsAt) {
    const answer = await call(
      fetchDeviceToken,
      { body: { hash, deviceSecret: secret } },
      { signal: AbortSignal.timeout(timeoutMs) },
    );
    if ('token' in answer) return answer.token;
    await pause(interval);
  }
  return null;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
