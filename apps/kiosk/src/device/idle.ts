export interface Idle {
  isNow: () => boolean;
  set: (isIdle: boolean) => void;
  /** Runs the act once no visitor is at the kiosk. */
  when: (act: () => void) => void;
}

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
