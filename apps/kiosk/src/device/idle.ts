/** Whether nobody stands at the kiosk, and what waits for that. */
export interface Idle {
  isNow: () => boolean;
  set: (isIdle: boolean) => void;
  /** Does what would disturb somebody as soon as nobody is there. */
  when: (act: () => void) => void;
}

/** Begins with nobody at the kiosk. */
export function createIdle(): Idle {
  let isIdle = true;
  let postponed: (() => void)[] = [];
  return {
    isNow: () => isIdle,
    set(now) {
      isIdle = now;
      if (!isIdle) return;
      const acts = postponed;
      postponed = [];
      for (const act of acts) act();
    },
    when(act) {
      if (isIdle) act();
      else postponed.push(act);
    },
  };
}
