import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { login } from '@vestibule/contract/accounts/session.ts';
import { createKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { createLicenseFolder, createLicenses } from '@vestibule/contract/kiosks/license.ts';
import { answerHostVisit, listHostVisits } from '@vestibule/contract/visits/host.ts';
import { demoPassword } from '../apps/server/src/demo/demo-building.ts';
import { ensureBuilt } from '../scripts/build.mjs';
import { findChromium } from './chromium.ts';
import { call } from './harness/call.ts';
import { type DemoGuest, inviteDemoArrival, inviteDemoGuest } from './harness/demo-guest.ts';
import { startProgram } from './harness/program.ts';

// Takes pictures of all screens: `npm run screens` writes those of docs/screens, `npm run screens <folder> <name>` one screen.

/** A screen of the demo building. `open` opens a dialog. */
interface Shot {
  name: string;
  user: 'superadmin' | 'partner' | 'company' | 'reception' | 'tenant' | null;
  /** `:company`, `:tenant` and `:partner` are the ids of the user's organizations. */
  path: string;
  open?: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();

const shots: readonly Shot[] = [
  { name: 'sign-in', user: null, path: '/' },
  { name: 'recovery', user: null, path: '/recovery' },
  { name: 'visitors', user: 'reception', path: '/company/:company/visitors' },
  { name: 'visitors-expected', user: 'reception', path: '/company/:company/visitors?tab=imported' },
  { name: 'visitors-all', user: 'reception', path: '/company/:company/visitors?tab=all' },
  { name: 'register', user: 'reception', path: '/company/:company/visitors', open: press('Register visitor') },
  {
    name: 'finder',
    user: 'company',
    path: '/company/:company/visitors',
    open: (page) => page.keyboard.press('Control+k'),
  },
  { name: 'roll-call', user: 'reception', path: '/company/:company/evacuation' },
  { name: 'history', user: 'company', path: '/company/:company/history' },
  { name: 'invitations', user: 'reception', path: '/company/:company/invitations' },
  { name: 'messages', user: 'company', path: '/company/:company/messages' },
  { name: 'tenants', user: 'company', path: '/company/:company/tenants' },
  { name: 'tenant', user: 'tenant', path: '/tenants/:tenant' },
  { name: 'tenant-visitors', user: 'tenant', path: '/tenants/:tenant/visitors' },
  { name: 'tenant-settings', user: 'tenant', path: '/tenants/:tenant/settings' },
  { name: 'kiosks', user: 'company', path: '/company/:company/kiosks' },
  { name: 'kiosk-settings', user: 'company', path: '/company/:company/kiosk_settings' },
  { name: 'users', user: 'company', path: '/company/:company/users' },
  { name: 'partners', user: 'company', path: '/company/:company/partners' },
  { name: 'settings', user: 'company', path: '/company/:company/settings' },
  { name: 'audit', user: 'company', path: '/company/:company/audit' },
  { name: 'partner-companies', user: 'partner', path: '/partner/:partner/companies' },
  { name: 'companies', user: 'superadmin', path: '/admin/companies' },
  { name: 'all-partners', user: 'superadmin', path: '/admin/partners' },
  { name: 'licenses', user: 'superadmin', path: '/licenses' },
  { name: 'status', user: 'superadmin', path: '/admin/status' },
];

const looks = [
  { name: '1440', viewport: { width: 1440, height: 900 }, colorScheme: 'light', scale: 0.5 },
  { name: '1440-dark', viewport: { width: 1440, height: 900 }, colorScheme: 'dark', scale: 0.5 },
  { name: '390', viewport: { width: 390, height: 844 }, colorScheme: 'light', scale: 0.75 },
] as const;

const tablets = [
  { name: 'landscape', viewport: { width: 1024, height: 768 }, colorScheme: 'light', scale: 0.5 },
  { name: 'portrait', viewport: { width: 768, height: 1024 }, colorScheme: 'light', scale: 0.5 },
  { name: 'landscape-dark', viewport: { width: 1024, height: 768 }, colorScheme: 'dark', scale: 0.5 },
] as const;

type Look = (typeof looks | typeof tablets)[number];

const [folder = 'docs/screens', only = ''] = process.argv.slice(2);

await ensureBuilt();
await mkdir(folder, { recursive: true });
const { address, dataDir, stop } = await startProgram();
const browser = await chromium.launch(await findChromium());
try {
  const guest = await prepareGuest(browser);
  for (const look of looks) {
    await takeConsole(browser, look);
    await takeGuest(browser, look, guest);
  }
  for (const look of tablets) await takeKiosk(browser, look, guest);
} finally {
  await browser.close();
  await stop();
}

async function takeConsole(browser: Browser, { name, scale, ...options }: Look): Promise<void> {
  const users = new Map<Shot['user'], Promise<Visit>>();
  for (const shot of shots.filter((one) => one.name.includes(only))) {
    const visit = users.get(shot.user) ?? signIn(browser, shot.user, options);
    users.set(shot.user, visit);
    const { context, ids } = await visit;
    const page = await context.newPage();
    const place = shot.path.replaceAll(/:(company|tenant|partner)/g, (_, organization: string) =>
      String(ids[organization] ?? ''),
    );
    await page.goto(place);
    await isShown(page);
    if (shot.open) {
      await shot.open(page);
      await page.getByRole('dialog').waitFor();
      await isShown(page);
    }
    await take(page, `${shot.name}-${name}`, scale);
    await page.close();
  }
  for (const visit of users.values()) await (await visit).context.close();
}

async function prepareGuest(browser: Browser): Promise<DemoGuest> {
  const [tenant, host] = [await signIn(browser, 'tenant', looks[0]), await signIn(browser, null, looks[0])];
  const requests = { tenant: tenant.context.request, host: host.context.request };
  const guest = await inviteDemoGuest(requests, Number(tenant.ids['tenant']), dataDir);
  for (const { context } of [tenant, host]) await context.close();
  return guest;
}

async function takeGuest(
  browser: Browser,
  { name, scale, ...options }: Look,
  { places, hostSession }: DemoGuest,
): Promise<void> {
  const { context } = await signIn(browser, null, { ...options, storageState: hostSession });
  for (const [screen, place] of Object.entries(places)) {
    if (!screen.includes(only)) continue;
    const page = await context.newPage();
    await page.goto(place);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await take(page, `${screen}-${name}`, scale);
    await page.close();
  }
  await context.close();
}

/** A kiosk of the demo building, from its code to the choice of a host, and a guest with a pass until the host has answered. */
async function takeKiosk(browser: Browser, { name, scale, ...options }: Look, demo: DemoGuest): Promise<void> {
  const [admin, manager, tenant, host, visitor] = [
    await signIn(browser, 'superadmin', options),
    await signIn(browser, 'company', options),
    await signIn(browser, 'tenant', options),
    await signIn(browser, null, { ...options, storageState: demo.hostSession }),
    await signIn(browser, null, options),
  ];
  const page = await visitor.context.newPage();
  const press = (label: string) => page.getByRole('button', { name: label, exact: true }).first().click();
  const show = (screen: string) => take(page, `kiosk-${screen}-${name}`, scale);
  await page.goto('/kiosk');
  const code = page.getByText(/^[A-Z0-9]{8}$/);
  const hash = (await code.textContent()) ?? '';
  await show('code');
  const { id: folderId } = await call(admin.context.request, createLicenseFolder, {
    body: { name: `Pictures ${name}` },
  });
  const { licenses } = await call(admin.context.request, createLicenses, { body: { folderId, amount: 1 } });
  const params = { companyId: String(manager.ids['company']) };
  await call(manager.context.request, createKiosk, { params, body: { name: `Pictures ${name}`, hash } });
  await page.getByLabel('License key').fill(licenses[0]?.key ?? '');
  await page.getByRole('button', { name: 'Check in', exact: true }).waitFor();
  await show('welcome');
  await press('Check in');
  await page.getByRole('button', { name: '4', exact: true }).waitFor();
  await show('phone');
  for (const digit of phoneOf(name)) await press(digit);
  await page.getByLabel('Name').fill('Astrid Nilsen');
  await show('name');
  await press('Next');
  await page.getByLabel('Company').fill('Havila');
  await press('Next');
  await page.getByRole('searchbox').or(page.getByRole('textbox')).first().waitFor();
  await show('hosts');

  await press('Start over');
  const guest = { name: 'Jonas Falk', companyName: 'Havila', email: `jonas.${name}@havila.example` };
  const phone = `+4741${phoneOf(name).slice(2)}`;
  const passCode = await inviteDemoArrival(tenant.context.request, demo.host, { ...guest, phone });
  await press('I have an invitation');
  // The browser has no camera.
  await press('Type the code');
  await page.getByLabel('Code').fill(passCode.slice(0, 5));
  await show('invitation');
  await page.getByLabel('Code').fill(passCode);
  await page.getByRole('heading', { name: 'Welcome, Jonas.' }).waitFor();
  await show('guest');
  await press('I agree');
  await press('Check in');
  await page.getByRole('heading', { name: /^You are checked in/ }).waitFor();
  await show('guest-inside');
  const [arrival] = await call(host.context.request, listHostVisits);
  await call(host.context.request, answerHostVisit, {
    params: { visitId: String(arrival?.id ?? 0) },
    body: { kind: 'coming', minutes: 5, text: 'Please take a seat by the window.' },
  });
  await page.getByText('Please take a seat by the window.').waitFor();
  await show('guest-answer');
  await page.close();
  for (const { context } of [admin, manager, tenant, host, visitor]) await context.close();
}

/** A number for each look, so that no visitor is known. */
function phoneOf(name: string): string {
  return `4001${[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 1_000)}`.slice(0, 8);
}

interface Visit {
  context: BrowserContext;
  ids: Record<string, number | null>;
}

async function signIn(
  browser: Browser,
  user: Shot['user'],
  {
    viewport,
    colorScheme,
    ...session
  }: Pick<Look, 'viewport' | 'colorScheme'> & Pick<BrowserContextOptions, 'storageState'>,
): Promise<Visit> {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    ...session,
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    baseURL: address,
  });
  if (user === null) return { context, ids: {} };
  const email = `${user}@demo.vestibule.test`;
  const { user: signedIn } = await call(context.request, login, { body: { email, password: demoPassword } });
  const { companyId: company, tenantId: tenant, partnerId: partner } = signedIn;
  return { context, ids: { company, tenant, partner } };
}

/** A loading list is busy. A screen without a title has not been loaded. */
async function isShown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}

/** Takes a picture that is small enough for the repository. Only Chromium's own protocol writes WebP and scales. */
async function take(page: Page, file: string, scale: number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 60,
    clip: { x: 0, y: 0, width, height, scale },
  });
  await writeFile(path.join(folder, `${file}.webp`), Buffer.from(data, 'base64'));
}
