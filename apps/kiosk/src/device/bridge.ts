import { z } from 'zod';

/** The interface of Fully Kiosk Browser, a shell for Android tablets. */
const Fully = z.object({
  getAndroidVersion: z.custom<() => string>(isFunction).optional(),
  getMacAddress: z.custom<() => string>(isFunction).optional(),
  getIp4Address: z.custom<() => string>(isFunction).optional(),
  restartApp: z.custom<() => void>(isFunction).optional(),
});

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function shell() {
  return Fully.safeParse(Reflect.get(globalThis, 'fully')).data;
}

/** The version of Android; null on another system. */
export function androidVersion(): string | null {
  return shell()?.getAndroidVersion?.() ?? /Android (\d+(?:\.\d+)*)/.exec(navigator.userAgent)?.[1] ?? null;
}

/** Only a shell knows these addresses. */
export function networkAddresses(): { mac: string | null; ip: string | null } {
  const fully = shell();
  return { mac: fully?.getMacAddress?.() || null, ip: fully?.getIp4Address?.() || null };
}

export function restart(): 'restartApp' | 'reload' {
  const fully = shell();
  // After the answer to the command has left, and a person could read the screen.
  setTimeout(() => (fully?.restartApp ? fully.restartApp() : location.reload()), 1_500);
  return fully?.restartApp ? 'restartApp' : 'reload';
}
