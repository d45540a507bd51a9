import type { Image } from '@vestibule/contract/platform/image.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import type { Kept } from './kept.ts';

export interface FakeServer {
  asked: { path: string; token: string | null }[];
  isTyped: boolean;
  isLicensed: boolean;
  isAway: boolean;
  /** The status of a gateway in front of the server. */
  gateway: number | null;
  isMisfit: boolean;
  tokens: string[];
  settings: Kept;
  background: Image | null;
  /** Holds the answers to a path until the returned function is called. */
  hold: (path: string) => () => void;
  count: (path: string) => number;
  fetch: (address: string, request: RequestInit) => Promise<Response>;
}

export function createFakeServer(): FakeServer {
  const held = new Map<string, Promise<void>>();
  let codes = 0;
  let issued = 0;

  const answer = (path: string, token: string | null): Response => {
    if (path === 'announce') return reply({ hash: `CODE${++codes}`, expiresAt: moment, interval: 1 });
    if (path === 'token') return server.isTyped ? give() : reply({ pending: true }, 202);
    if (token === null || !server.tokens.includes(token)) return refuse(401, 'deviceRevoked');
    if (path === 'token/rotate') return reply({ token: issue() });
    if (path === 'activate') {
      server.isLicensed = true;
      return reply({ license: { activationDate: moment, mac: '' } });
    }
    if (!server.isLicensed) return refuse(402, 'licenseRequired');
    if (server.isMisfit) return reply('misfit');
    if (path === 'images') return reply({ logo: null, background: server.background });
    if (path === 'config') return reply(server.settings.config);
    if (path === 'passes') return reply(noPasses());
    return reply(path === 'tenants' ? server.settings.tenants : null);
  };
  const issue = () => {
    const token = `token ${++issued}`;
    server.tokens.push(token);
    return token;
  };
  const give = () => reply({ token: issue(), kiosk: server.settings.config.kiosk });

  const server: FakeServer = {
    asked: [],
    isTyped: false,
    isLicensed: true,
    isAway: false,
    gateway: null,
    isMisfit: false,
    tokens: [],
    settings: settingsOf(1),
    background: null,
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
    count: (path) => server.asked.filter((asked) => asked.path === path).length,
    async fetch(address, { headers }) {
      const path = address.replace('/api/v1/device/', '').replace(/\?.*/, '');
      const token = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? null;
      server.asked.push({ path, token });
      await held.get(path);
      if (server.isAway) throw new TypeError('no network');
      if (server.gateway !== null) return new Response('<h1>Not here</h1>', { status: server.gateway });
      return answer(path, token);
    },
  };
  return server;
}

const moment = new Date(0).toISOString();

function reply(data: unknown, status = 200): Response {
  return Response.json({ data }, { status });
}

function refuse(status: number, reason: Reason): Response {
  return Response.json({ status, reason }, { status });
}

export function imageOf(id: number): Image {
  const path = `/files/${id}.png`;
  return { id, name: 'hall.png', type: 'background', storagePathThumbnail: path, storagePathOrigin: path };
}

type Config = Kept['config'];

export function settingsOf(companyId: number): Kept {
  const company: Config['company'] = {
    id: companyId,
    name: 'Havnegården',
    timeZone: 'Europe/Oslo',
    countryCode: 'NO',
    logo: null,
    hasReception: true,
    receptionPhone: null,
  };
  const kiosk: Config['kiosk'] = {
    id: 1,
    companyId,
    name: 'Main entrance',
    hash: 'CODE1',
    comment: null,
    mac: null,
    ip: null,
    appVersion: null,
    androidVersion: null,
    status: 'offline',
    enableCustomSettings: false,
    offlineSince: null,
    settingsVersion: 1,
    appliedSettingsVersion: null,
    pendingDevice: null,
  };
  const settings: Config['settings'] = {
    id: 1,
    type: 'company',
    companyId,
    kioskId: null,
    languages: ['en'],
    defaultLanguage: 'en',
    background: 'none',
    logoImageId: null,
    backgroundImageId: null,
    enableEmployeePicture: false,
    enableDeliveryButton: false,
    enableSaveVisitor: false,
    isPrinterOn: false,
    isScanerOn: false,
    accentColor: null,
    welcomeTexts: {},
    sinageUrl: null,
    hasPassword: false,
    workingHoursStart: '00:00',
    workingHoursEnd: '00:00',
    version: 1,
    createdAt: moment,
    updatedAt: moment,
  };
  return { config: { kiosk, settings, company, phrasesVersion: '1' }, tenants: [], background: null };
}

function noPasses() {
  const until = new Date(Date.now() + 3_600_000).toISOString();
  return { version: '1', salt: 'salt', until, groups: null, passes: [] };
}
