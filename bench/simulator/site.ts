import { createKiosk, deleteKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import {
  createLicenseFolder,
  createLicenses,
  deleteLicenseFolder,
  licenseLimits,
} from '@vestibule/contract/kiosks/license.ts';
import { login, type Session } from '@vestibule/contract/accounts/session.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { callAt, cookiesOf, Refused, request } from './call.ts';
import { createDevice, type Device } from './device.ts';

interface People {
  manager: string;
  admin: string;
  password: string;
}

export interface Site {
  companyId: number;
  add(name: string): Promise<Device>;
  /** Tolerates kiosks that were already deleted. */
  clear(): Promise<void>;
}

export async function openSite(url: string, people: People, count: number): Promise<Site> {
  const manager = await signIn(url, people.manager, people.password);
  const admin = await signIn(url, people.admin, people.password);
  const companyId = manager.session.user.companyId;
  if (companyId === null) throw new Error(`${people.manager} is not a user of a company.`);

  const as = <E extends Endpoint>({ cookie }: SignedIn, endpoint: E, input: Parameters<typeof callAt>[2]) =>
    callAt(url, endpoint, input, { cookie });
  const folder = await as(admin, createLicenseFolder, {
    body: { name: `Simulated kiosks ${new Date().toISOString()}` },
  });
  const keys: string[] = [];
  while (keys.length < count) {
    const amount = Math.min(count - keys.length, licenseLimits.added);
    const { licenses } = await as(admin, createLicenses, { body: { amount, folderId: folder.id } });
    keys.push(...licenses.map(({ key }) => key));
  }
  const kioskIds: number[] = [];

  return {
    companyId,
    async add(name) {
      const key = keys.pop();
      if (key === undefined) throw new Error('There are no license keys left.');
      const device = createDevice({ url });
      await device.enroll(async (hash) => {
        const kiosk = await as(manager, createKiosk, { params: { companyId }, body: { name, hash } });
        kioskIds.push(kiosk.id);
      });
      await device.activate(key);
      return device;
    },
    async clear() {
      for (const kioskId of kioskIds.splice(0)) {
        await as(manager, deleteKiosk, { params: { kioskId } }).catch(unlessGone);
      }
      await as(admin, deleteLicenseFolder, { params: { folderId: folder.id } });
    },
  };
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Refused && error.status === 404)) throw error;
}

interface SignedIn {
  session: Session;
  cookie: string;
}

async function signIn(url: string, email: string, password: string): Promise<SignedIn> {
  const answer = await request(url, login, { body: { email, password } });
  const body: unknown = await answer.json();
  return {
    session: login.reply.parse(typeof body === 'object' && body && 'data' in body ? body.data : undefined),
    cookie: cookiesOf(answer),
  };
}
