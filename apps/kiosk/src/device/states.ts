import type { ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Flow } from '../flow-states.ts';
import type { EnrollmentNote } from './enroll.ts';
import type { Kept } from './kept.ts';

type Phase =
  | { phase: 'starting' }
  | { phase: 'enrolling'; code: string | null; note: EnrollmentNote }
  | { phase: 'license' }
  /** No stored data, and no server or one of another version. */
  | { phase: 'away' | 'misfit' }
  | { phase: 'restarting' }
  | ({ phase: 'running'; rehearsal?: Rehearsal } & Kept);

/** Only in the preview of the console. */
export interface Rehearsal {
  /** The first screen, which comes back after the last. */
  opening: Flow;
  /** The screen stays without a visitor. */
  isStill: boolean;
  language: Language;
  /** Another number starts over. */
  turn: number;
}

interface Condition {
  isConnected: boolean;
  waiting: number;
  isClockWrong: boolean;
  /** No space left: the kiosk works while it has a network. */
  isFull: boolean;
  /** The server has a version that this app does not support. */
  isMisfit: boolean;
  /** The last answer of a host. */
  answered: Extract<ToDevice, { event: 'visit_answered' }>['payload'] | null;
}

export type DeviceState = Phase & Condition;
export type RunningState = Extract<DeviceState, { phase: 'running' }>;

export interface States {
  now: () => DeviceState;
  running: () => RunningState | undefined;
  subscribe: (listener: () => void) => () => void;
  show: (change: Phase | Partial<Condition>) => void;
}

export function createStates(waiting: number): States {
  let state: DeviceState = {
    phase: 'starting',
    isConnected: false,
    waiting,
    isClockWrong: false,
    isFull: false,
    isMisfit: false,
    answered: null,
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
      // Late settings would replace the restart screen by a welcome.
      if (state.phase === 'restarting' && 'phase' in change) return;
      const { isConnected, waiting, isClockWrong, isFull, isMisfit, answered } = state;
      const condition = { isConnected, waiting, isClockWrong, isFull, isMisfit, answered };
      state = 'phase' in change ? { ...change, ...condition } : { ...state, ...change };
      for (const listener of listeners) listener();
    },
  };
}
