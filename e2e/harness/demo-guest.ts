import type { APIRequestContext } from '@playwright/test';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { requestHostLink, takeHostLink } from '@vestibule/contract/visits/host.ts';
import { createInvitation } from '@vestibule/contract/visits/invitation.ts';
import { getPass } from '@vestibule/contract/visits/pass.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';
import { answerToken } from '../../apps/server/src/visits/notification/answer-token.ts';
import { call } from './call.ts';

export interface DemoGuest {
  /** Pages of the guest and the host, by the names of their pictures. */
  places: Record<'pass' | 'answer' | 'my' | 'mail', string>;
  /** The cookies of a signed-in host. */
  hostSession: Awaited<ReturnType<APIRequestContext['storageState']>>;
  host: DemoHost;
}

interface DemoHost {
  tenantId: number;
  employeeId: number;
}

/** In the demo building, invites a guest who may check in now. Another visitor waits for the same host. */
export async function inviteDemoGuest(
  { tenant, host }: Record<'tenant' | 'host', APIRequestContext>,
  tenantId: number,
  dataDir: string,
): Promise<DemoGuest> {
  const params = { tenantId: String(tenantId) };
  const employees = await call(tenant, listEmployees, { params });
  const employee = employees.find(({ email }) => email !== null);
  if (!employee?.email) throw new Error('The demo building has no host with an e-mail address.');
  const employeeId = employee.id;
  const email = 'astrid.nilsen@havila.example';
  const mail = await invite(tenant, { tenantId, employeeId }, { name: 'Astrid Nilsen', companyName: 'Havila', email });
  const { visitor } = await call(tenant, registerVisit, {
    body: {
      tenantId,
      employeeId,
      name: 'Ole Dahl',
      companyName: 'Fjord Design',
      phone: '+4741112233',
      shouldSaveData: false,
      shouldPrintMainBadge: false,
      shouldPrintParkingBadge: false,
    },
  });
  const vault = await openVault({ secretKey: null, previousSecretKeys: [], dataDir });
  await call(host, requestHostLink, { body: { email: employee.email } });
  const link = await findMail(host, employee.email, /\/my\/link\/[\w-]+/);
  await call(host, takeHostLink, { body: { token: link.found.replace('/my/link/', '') } });
  return {
    places: {
      pass: mail.found,
      answer: `/answer/${answerToken(vault, visitor.currentVisitRecord?.id ?? 0)}`,
      my: '/my',
      mail: `${mail.path}/html`,
    },
    hostSession: await host.storageState(),
    host: { tenantId, employeeId },
  };
}

/** Invites a guest who may check in now, and returns the 8 characters of the pass. */
export async function inviteDemoArrival(
  tenant: APIRequestContext,
  host: DemoHost,
  guest: { name: string; companyName: string; email: string; phone: string },
): Promise<string> {
  const { found } = await invite(tenant, host, guest);
  return (await call(tenant, getPass, { params: { token: found.replace('/pass/', '') } })).code;
}

/** Returns the mail with the pass. */
async function invite(
  tenant: APIRequestContext,
  { tenantId, employeeId }: DemoHost,
  guest: { name: string; companyName: string; email: string; phone?: string },
) {
  const start = Math.ceil(Date.now() / 900_000) * 900_000;
  await call(tenant, createInvitation, {
    params: { tenantId: String(tenantId) },
    body: {
      employeeId,
      title: 'Lease review',
      note: 'Please bring the drawings.',
      language: 'en',
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + 3_600_000).toISOString(),
      guests: [guest],
    },
  });
  return findMail(tenant, guest.email, /\/pass\/\w+/);
}

const pauseMs = 200;
const tries = 100;

/** Waits for a mail of the demo to an address whose text has the part. */
async function findMail(request: APIRequestContext, to: string, part: RegExp) {
  for (let left = tries; left > 0; left -= 1) {
    const list = await (await request.get('/dev/mail')).text();
    const entries = list.matchAll(/href="(\/dev\/mail\/[^"]+)">[^<]*<\/a><br \/>\s*<small>([^,<]+),/g);
    for (const [, path = '', recipient] of entries) {
      if (recipient !== to) continue;
      const text = await (await request.get(path)).text();
      const found = part.exec(text)?.[0];
      if (found !== undefined) return { path, found };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`There is no such mail to ${to}.`);
}
