import { announceDevice, enrolment, fetchDeviceToken } from '@vestibule/contract/device.ts';
import { callAs, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { androidVersion } from './bridge.ts';
import type { Identity } from './identity.ts';

/** What is said beside the code. `renewed`: it took the place of another; `ended`: the kiosk was removed. */
export type EnrolmentNote = 'renewed' | 'ended' | 'away' | 'slow' | null;

interface EnrolOptions {
  identity: Identity;
  signal: AbortSignal;
  onCode: (code: string | null, note: EnrolmentNote) => void;
  /** The server answers what this version of the app does not understand. */
  onMisfit: () => void;
  /** Why it starts. */
  note: EnrolmentNote;
}

/**
 * Shows a code until somebody types it in the console. Resolves with the code and the token once this device is a kiosk. Never
 * gives up: a code that has run out is renewed.
 */
export async function enrol({
  identity,
  signal,
  onCode,
  onMisfit,
  note: first,
}: EnrolOptions): Promise<{ hash: string; token: string }> {
  let code = identity.hash;
  let note = first;
  onCode(null, note);
  for (;;) {
    try {
      const { hash, interval } = await announce({ ...identity, hash: code }, signal);
      if (code !== undefined && code !== hash && note === null) note = 'renewed';
      code = hash;
      onCode(code, note);
      const token = await tokenFor(code, identity, interval, signal);
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
      await pause(isSlow ? Math.min(60, problem?.secondsLeft ?? 30) : 3, signal);
    }
  }
}

/** Nobody yet, whoever is signed in to the console in the same browser. */
const call = callAs({ token: null });

function announce({ secret, hash, mac }: Identity, signal: AbortSignal) {
  const body = {
    deviceSecret: secret,
    mac,
    appVersion: APP_VERSION,
    androidVersion: androidVersion(),
    ...(hash !== undefined && { hash }),
  };
  return call(announceDevice, { body }, { signal: inTime(signal) });
}

/** Asks until the code is typed; null where it ran out before. The clock of a tablet can be days off, so it is not asked. */
async function tokenFor(
  hash: string,
  { secret }: Identity,
  interval: number,
  signal: AbortSignal,
): Promise<string | null> {
  const runsOut = performance.now() + (enrolment.minutes - 1) * 60_000;
  while (performance.now() < runsOut) {
    const answer = await call(fetchDeviceToken, { body: { hash, deviceSecret: secret } }, { signal: inTime(signal) });
    if ('token' in answer) return answer.token;
    await pause(interval, signal);
  }
  return null;
}

/** What hangs on its way is asked again. */
function inTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(15_000)]);
}

async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  signal.throwIfAborted();
}
