import type { Reach } from '../../platform/db/database.ts';
import { answersOnChannel } from '../../visits/answer/answer.ts';
import type { Presence } from './presence.ts';

/** All kiosks ask for the changed passes at once. They need them only without the network. */
export const pauseOfPassesMs = 60_000;

export interface News {
  /** Tells the kiosks of the company at once, and then at most once per pause. */
  passesChanged: (companyId: number) => Promise<void>;
  visitAnswered: (answered: { kioskId: number; visitId: number }) => Promise<void>;
  stop: () => void;
}

/** Tells devices that have a channel to this process. A device that connects later fetches all again. */
export function startNews({ within }: Pick<Reach, 'within'>, presence: Pick<Presence, 'tell'>): News {
  const pauses = new Map<number, { timer: NodeJS.Timeout; isAsked: boolean }>();

  async function passesChanged(companyId: number): Promise<void> {
    const pause = pauses.get(companyId);
    if (pause) {
      pause.isAsked = true;
      return;
    }
    const timer = setTimeout(() => {
      const isAsked = pauses.get(companyId)?.isAsked === true;
      pauses.delete(companyId);
      if (isAsked) void passesChanged(companyId);
    }, pauseOfPassesMs);
    pauses.set(companyId, { timer: timer.unref(), isAsked: false });
    await presence.tell({ companyId }, () => Promise.resolve({ event: 'passes_changed', payload: null }));
  }

  return {
    passesChanged,
    visitAnswered: ({ kioskId, visitId }) =>
      presence.tell({ kioskIds: [kioskId] }, async (companyId) => {
        const [payload] = await answersOnChannel(within([companyId]), `reception:${companyId}`, [[visitId]]);
        return payload && { event: 'visit_answered', payload };
      }),
    stop() {
      for (const { timer } of pauses.values()) clearTimeout(timer);
      pauses.clear();
    },
  };
}
