import type { QueryClient } from '@tanstack/react-query';
import { listRefusedActs } from '@vestibule/contract/kiosks/device-refusal.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { pathOfVisitMessages } from '@vestibule/contract/visits/visit.ts';
import { readToday } from '@vestibule/contract/visits/today.ts';
import { changeKiosk, reloadKiosks, removeKiosk } from './kiosk-pages.ts';
import { keyOf } from './query.ts';
import { reloadVisitors, removeVisitors, replaceVisitors } from './visitor-pages.ts';

export function createLiveUpdates(client: QueryClient) {
  const visitors = createRefresher(() => reloadVisitors(client), 300);
  const kiosks = createRefresher(() => reloadKiosks(client), 300);
  const invitations = createRefresher(() => reloadInvitations(client), 300);
  return {
    apply(message: LiveMessage): void {
      update(client, message);
      if (message.event === 'kiosk_refusals_change')
        return void client.invalidateQueries({ queryKey: keyOf(listRefusedActs) });
      if (isOfKiosk(message)) return kiosks.ask();
      // The state of a guest follows the visit.
      invitations.ask();
      if (message.event === 'invitations_update') return;
      visitors.ask();
      void client.invalidateQueries({ queryKey: [pathOfVisitMessages] });
    },
    reload: (): void => {
      visitors.ask();
      kiosks.ask();
      invitations.ask();
      void client.invalidateQueries({ queryKey: [pathOfVisitMessages] });
      void client.invalidateQueries({ queryKey: keyOf(listRefusedActs) });
      void client.invalidateQueries({ queryKey: keyOf(listTenants) });
      void client.invalidateQueries({ queryKey: keyOf(listEmployees) });
    },
    stop: (): void => {
      visitors.stop();
      kiosks.stop();
      invitations.stop();
    },
  };
}

function update(client: QueryClient, message: LiveMessage): void {
  switch (message.event) {
    case 'visitors_update':
      return replaceVisitors(client, message.payload);
    case 'visitors_removed':
      return removeVisitors(client, message.payload.ids);
    case 'kiosk_status_change':
      return changeKiosk(client, message.payload);
    case 'kiosk_data_change':
      return changeKiosk(client, message.payload.data);
    case 'kiosk_deprovisioned_triggered_from_kiosk':
      return removeKiosk(client, message.payload.id);
    // `visitors_update` comes with the answer.
    case 'visit_answered':
    case 'invitations_update':
    case 'kiosk_refusals_change':
    case 'resync':
      return undefined;
  }
}

/** By path, because the endpoints are not in the first load. The numbers of today count guests. */
function reloadInvitations(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path === readToday.path || String(path).startsWith('/invitations/'),
  });
}

function isOfKiosk({ event }: LiveMessage): boolean {
  return event.startsWith('kiosk_');
}

/** Throttles `refresh`. The first `ask` runs it at once, later ones after the current run, at most once in `pauseMs`. */
export function createRefresher(refresh: () => Promise<void>, pauseMs: number) {
  let isResting = false;
  let isAskedAgain = false;
  let isStopped = false;

  async function run(): Promise<void> {
    if (isStopped) return;
    if (isResting) {
      isAskedAgain = true;
      return;
    }
    isResting = true;
    await Promise.allSettled([refresh(), new Promise((resolve) => setTimeout(resolve, pauseMs))]);
    isResting = false;
    if (!isAskedAgain) return;
    isAskedAgain = false;
    await run();
  }

  return {
    ask: () => void run(),
    stop: () => {
      isStopped = true;
    },
  };
}
