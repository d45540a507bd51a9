import type { EnrolmentNote } from './enrol.ts';
import type { Kept } from './kept.ts';

/** What this device is by now. */
type Phase =
  | { phase: 'starting' }
  | { phase: 'enrolling'; code: string | null; note: EnrolmentNote }
  | { phase: 'licence' }
  /** Nothing is known from before, and the server is away, or answers what this version of the app does not understand. */
  | { phase: 'away' | 'misfit' }
  | { phase: 'restarting' }
  | ({ phase: 'running' } & Kept);

interface Condition {
  isConnected: boolean;
  /** How many acts wait to be sent. */
  waiting: number;
  isClockWrong: boolean;
  /** The storage has no room left: the kiosk works on as long as it has a network. */
  isFull: boolean;
  /** The server is of a version with which this one of the app does not get along. */
  isMisfit: boolean;
}

export type DeviceState = Phase & Condition;
export type RunningState = Extract<DeviceState, { phase: 'running' }>;

export interface States {
  now: () => DeviceState;
  /** The state of a kiosk that runs; undefined in any other phase. */
  running: () => RunningState | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Another phase, in the same condition; or another condition in the same phase. */
  show: (change: Phase | Partial<Condition>) => void;
}

/** What the device shows of itself, beginning before anything is known but how many acts wait. */
export function createStates(waiting: number): States {
  let state: DeviceState = {
    phase: 'starting',
    isConnected: false,
    waiting,
    isClockWrong: false,
    isFull: false,
    isMisfit: false,
  };
  const listeners = new Set<() => void>();
  return {
    now: () => state,
    running: () => (state.phase === 'running' ? state : undefined),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(change) {
      // Settings that arrive late would bring back a welcome that goes away under somebody's hands.
      if (state.phase === 'restarting' && 'phase' in change) return;
      const { isConnected, waiting, isClockWrong, isFull, isMisfit } = state;
      const condition = { isConnected, waiting, isClockWrong, isFull, isMisfit };
      state = 'phase' in change ? { ...change, ...condition } : { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}
