import { lookUpBadgeAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { useCallback, useRef, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { type Flow, type FlowEvent, renew, step, welcome } from '../flow.ts';
import { startStopwatch } from '../shell/clock.ts';
import { idleSeconds } from '../shell/use-idle.ts';
import { refused, useActs } from './use-acts.ts';

/** The state of the flow. Makes its requests to the server. */
export function useFlow(isOpen: boolean): { flow: Flow; go: (event: FlowEvent) => void; reset: () => void } {
  const device = useDevice();
  const { config, tenants } = useRunning();
  const perform = useActs();
  const [flow, setFlow] = useState<Flow>(welcome);
  // Answers arrive later, and continue from the state at that time.
  const now = useRef(flow);

  const go = (event: FlowEvent) => {
    // The directory may have arrived since this render.
    const state = device.state();
    const known = state.phase === 'running' ? renew(now.current, state.tenants) : now.current;
    const next = step(known, event, config.settings);
    if (next === known) return;
    now.current = next;
    setFlow(next);
    if (next.at === 'sending') goOnWith(perform(next).then((outcome) => ({ type: 'ended', outcome })));
    if (next.at === 'looking') goOnWith(look(next.code));
  };

  /** Continues with an answer. One that takes so long means that the tablet slept and the visitor has left. */
  const goOnWith = (answer: Promise<FlowEvent>) => {
    const waited = startStopwatch();
    void answer.then((event) => go(waited() < idleSeconds * 1_000 ? event : { type: 'reset' }));
  };

  const look = async (code: string): Promise<FlowEvent> => {
    try {
      const signal = AbortSignal.timeout(8_000);
      const greeting = await device.call(lookUpBadgeAtDevice, { body: { code } }, { signal });
      return { type: 'recognized', greeting, tenants, isOpen };
    } catch (error) {
      return { type: 'ended', outcome: refused(error) };
    }
  };

  const reset = useCallback(() => {
    now.current = welcome;
    setFlow(welcome);
  }, []);

  return { flow, go, reset };
}
