import { announceDelivery } from '@vestibule/contract/kiosks/device.ts';
import { lookUpPassAtDevice } from '@vestibule/contract/kiosks/device-pass.ts';
import {
  getHostStateAtDevice,
  lookUpBadgeAtDevice,
  lookUpPhoneAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import { KioskPreview, previewIsReady, type PreviewScreen } from '@vestibule/contract/kiosks/kiosk-preview.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import type { Device } from '../device/device.ts';
import type { DeviceState } from '../device/states.ts';
import { step, welcome } from '../flow.ts';
import type { Flow, FlowEvent } from '../flow-states.ts';
import { greet, greetGuest, tenants } from './people.ts';

/**
 * Returns a device that exists in this page only. The console sends its settings, invented people answer its calls, and nothing reaches
 * a server. Resolves with the first settings.
 */
export async function openPreview(): Promise<Device> {
  const listeners = new Set<() => void>();
  let state: DeviceState | undefined;

  const first = new Promise<void>((resolve) => {
    globalThis.addEventListener('message', ({ origin, source, data }) => {
      if (origin !== location.origin || source !== window.parent || window.parent === window) return;
      const preview = KioskPreview.safeParse(data).data;
      if (!preview) return;
      state = stateOf(preview, state);
      for (const listener of listeners) listener();
      resolve();
    });
  });
  if (window.parent !== window) window.parent.postMessage(previewIsReady, location.origin);
  await first;

  return {
    state: () => {
      if (!state) throw new Error('The preview has settings before it has a device.');
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    queue: {
      list: () => Promise.resolve([]),
      perform: ({ kind }) =>
        Promise.resolve({
          kind: 'sent',
          visit: kind === 'checkIn' ? { visitId: 1, badgeHtml: null, notified: ['sms'] } : null,
          visitorName: kind === 'checkOut' ? 'Astrid' : null,
        }),
      drain: () => Promise.resolve(),
    },
    call: answerCall,
    recallPicture: () => Promise.resolve(undefined),
    openPass: () => Promise.resolve(undefined),
    refresh: () => Promise.resolve(),
    activate: () => Promise.resolve(),
    deprovision: () => Promise.resolve(),
    setIdle: () => undefined,
    notePrint: () => undefined,
  };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each answer has the type of its endpoint
const answerCall = (async (endpoint: Endpoint, input: { query?: { phone?: string } } = {}) => {
  switch (endpoint.path) {
    case lookUpPhoneAtDevice.path:
      return lookUpPhoneAtDevice.reply.parse(greet(input.query?.phone ?? ''));
    case lookUpBadgeAtDevice.path:
      return lookUpBadgeAtDevice.reply.parse({
        known: true,
        name: 'Eve Lund',
        companyName: 'Fjord Design',
        preregisteredTenantId: 2,
        expectedHost: { id: 20, name: 'Jonas Lie' },
        lastVisit: null,
      });
    case lookUpPassAtDevice.path:
      return lookUpPassAtDevice.reply.parse(greetGuest());
    case getHostStateAtDevice.path:
      return getHostStateAtDevice.reply.parse({ state: 'sent', channel: 'sms', answer: null });
    case announceDelivery.path:
      return announceDelivery.reply.parse({ notified: 1 });
    default:
      throw new CallFailed(null, null);
  }
}) as Call;

function stateOf(preview: KioskPreview, before: DeviceState | undefined): DeviceState {
  const { settings, company, background, language, isTrying, turn, screen } = preview;
  // The screen keeps its state while only the settings change.
  const former = before?.phase === 'running' ? before.rehearsal : undefined;
  const opening = former?.turn === turn ? former.opening : openingOf(isTrying ? 'welcome' : screen, preview);
  return {
    phase: 'running',
    config: {
      kiosk: {
        id: 1,
        companyId: company.id,
        name: company.name,
        hash: 'PREVIEW1',
        comment: null,
        mac: null,
        ip: null,
        appVersion: null,
        androidVersion: null,
        status: 'online',
        enableCustomSettings: false,
        offlineSince: null,
        settingsVersion: settings.version,
        appliedSettingsVersion: settings.version,
        pendingDevice: null,
      },
      // The preview is open at any hour, and greets in the language that the console shows.
      settings: { ...settings, defaultLanguage: language, workingHoursStart: '00:00', workingHoursEnd: '24:00' },
      company,
      phrasesVersion: '1',
    },
    tenants,
    background,
    rehearsal: { opening, isStill: !isTrying, language, turn },
    isConnected: true,
    waiting: 0,
    isClockWrong: false,
    isFull: false,
    isMisfit: false,
    answered: null,
  };
}

/** Answers the questions before the screen. */
function openingOf(screen: PreviewScreen, { settings }: KioskPreview): Flow {
  const events = eventsBefore[screen];
  return events.reduce((flow, event) => step(flow, event, settings), welcome);
}

const phone = '+4745000000';
const [tenant] = tenants;
const begun: FlowEvent[] = [{ type: 'start', act: 'checkIn' }];
const introduced: FlowEvent[] = [
  ...begun,
  { type: 'greeted', phone, greeting: greet(phone), tenants },
  { type: 'answer', answers: { name: 'Astrid Solheim', companyName: 'Fjord Design' } },
];
const chosen: FlowEvent[] = [
  ...introduced,
  { type: 'answer', answers: { ...(tenant && { tenant }), employee: { id: 11, name: 'Kari Nordmann' } } },
];

const eventsBefore: Record<PreviewScreen, FlowEvent[]> = {
  welcome: [],
  phone: begun,
  hosts: introduced,
  confirm: chosen,
  end: [
    ...chosen,
    { type: 'answer', answers: { hasConsented: true, shouldSaveData: true, badges: { main: false, parking: false } } },
    { type: 'ended', outcome: { kind: 'checkedIn', notified: ['sms'], badgeHtml: null, nonce: crypto.randomUUID() } },
  ],
};
