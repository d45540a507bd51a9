import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Device } from './device.ts';
import type { DeviceState, RunningState } from './states.ts';

export type EnrollmentNote = Extract<DeviceState, { phase: 'enrolling' }>['note'];

export const DeviceContext = createContext<Device | null>(null);

export function useDevice(): Device {
  const device = use(DeviceContext);
  if (!device) throw new Error('There is a device only below its context.');
  return device;
}

export function useDeviceState(): DeviceState {
  const device = useDevice();
  return useSyncExternalStore(device.subscribe, device.state);
}

export function useRunning(): RunningState {
  const state = useDeviceState();
  if (state.phase !== 'running') throw new Error('This screen is shown only while the kiosk runs.');
  return state;
}

export function usePresence(isThere: boolean): void {
  const { setIdle } = useDevice();
  useEffect(() => {
    setIdle(!isThere);
    return () => setIdle(true);
  }, [setIdle, isThere]);
}
