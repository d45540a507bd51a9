import { useCallback, useRef, useState } from 'react';
import { useDevice, useRunning } from '../device/use-device.ts';
import { renew, step, welcome } from '../flow.ts';
import type { Flow, FlowEvent, Sending } from '../flow-states.ts';
import { startStopwatch } from '../shell/clock.ts';
import { idleSeconds } from '../shell/use-idle.ts';
import { useSpoken } from '../ui/texts.tsx';

/** Not in the first load. */
const importActs = () => import('./acts.ts');
/** Loads the code for acts before a visitor comes. */
export const prepareActs = () => importActs().catch(() => undefined);

/** The state of the flow. Makes its requests to the server. */
export function useFlow(isOpen: boolean): { flow: Flow; go: (event: FlowEvent) => void; reset: () => void } {
  const device = useDevice();
  const { config, tenants, rehearsal } = useRunning();
  const { language } = useSpoken();
  // Without a choice, the server uses the setting of the tenant.
  const chosen = language === config.settings.defaultLanguage ? undefined : language;
  const opening = rehearsal?.opening ?? welcome;
  const [flow, setFlow] = useState<Flow>(opening);
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
    if (next.at === 'sending') goOnWith(perform(next));
    if (next.at === 'looking') goOnWith(look(next));
  };

  /** Continues with an answer. One that takes so long means that the tablet slept and the visitor has left. */
  const goOnWith = (answer: Promise<FlowEvent>) => {
    const waited = startStopwatch();
    void answer.then((event) => go(waited() < idleSeconds * 1_000 ? event : { type: 'reset' }));
  };

  // Without the code, for example after a failed download, the visitor can try again.
  const failed = { type: 'ended', outcome: { kind: 'refused', reason: 'unexpected' } } as const;
  const perform = async (sending: Sending): Promise<FlowEvent> => {
    const acts = await importActs().catch(() => null);
    return acts ? { type: 'ended', outcome: await acts.performAct(device, sending, chosen) } : failed;
  };
  const look = async ({ code, typing }: Extract<Flow, { at: 'looking' }>): Promise<FlowEvent> => {
    const acts = await importActs().catch(() => null);
    return acts ? acts.lookUpCode(device, { code, isTyped: typing !== undefined }, { tenants, isOpen }) : failed;
  };

  const reset = useCallback(() => {
    now.current = opening;
    setFlow(opening);
  }, [opening]);

  return { flow, go, reset };
}
