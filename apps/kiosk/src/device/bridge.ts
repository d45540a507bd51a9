import { z } from 'zod';

/** What Fully Kiosk Browser, a shell for Android tablets, offers to the pages that it shows. */
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

/** The version of Android, from the shell around the browser or from the browser; null on another system. */
export function androidVersion(): string | null {
  return shell()?.getAndroidVersion?.() ?? /Android (\d+(?:\.\d+)*)/.exec(navigator.userAgent)?.[1] ?? null;
}

/** The addresses that only a shell knows; a browser tells no page its own. */
export function networkAddresses(): { mac: string | null; ip: string | null } {
  const fully = shell();
  return { mac: fully?.getMacAddress?.() || null, ip: fully?.getIp4Address?.() || null };
}

/** Restarts the shell where there is one, else the page; answers which it is, before it happens. */
export function restart(): 'restartApp' | 'reload' {
  const fully = shell();
  // After the answer to the command has left, and somebody has read what happens.
  setTimeout(() => (fully?.restartApp ? fully.restartApp() : location.reload()), 1_500);
  return fully?.restartApp ? 'restartApp' : 'reload';
}
