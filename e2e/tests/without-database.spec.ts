import { rm } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { login } from '@vestibule/contract/accounts/session.ts';
import { demoPassword, demoSignIns } from '../../apps/server/src/demo/demo-building.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { type Embedded, startEmbedded } from '../../apps/server/src/platform/db/embedded.ts';
import { openLog } from '../../apps/server/src/platform/http/log.ts';
import { testFolder } from '../../apps/server/src/testing/folder.ts';
import { call } from '../harness/call.ts';
import { startProgram } from '../harness/program.ts';
import { fillRegisterDialog, row } from '../harness/screen.ts';
import { expect, test } from '../harness/test.ts';
import { createWatch, type Watch } from '../harness/watch.ts';

test.use({ reducedMotion: 'reduce' });

async function signedIn(browser: Browser, address: string, watch: Watch, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address });
  await watch.follow(context);
  await call(context.request, login, { body: { email, password: demoPassword } });
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

async function countVisits({ connection }: Embedded, phone: string): Promise<number> {
  const database = openDatabase(connection, 1);
  const visits = await database.db.selectFrom('visit').select('id').where('phone', '=', phone).execute();
  await database.close();
  return visits.length;
}

const interrupted = 'Live updates are interrupted. Reconnecting.';
const stale = 'This list may be out of date. Trying again.';

test('while the database is away, desks keep their lists, marked as not current, and save nothing twice', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const dataDir = await testFolder();
  const log = openLog('silent');
  let database = await startEmbedded({ dataDir, log, durable: false });
  const { host, port, user, database: name } = database.connection;
  const DATABASE_URL = `postgres:///${name}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  const program = await startProgram({ DATABASE_URL, LOG_LEVEL: 'silent' });
  try {
    const watch = createWatch(program.address);
    watch.allowRefusals(503);
    const here = await signedIn(browser, program.address, watch, demoSignIns[3].email);
    const there = await signedIn(browser, program.address, watch, demoSignIns[3].email);
    const desks = [here, there];
    const inside = here.getByRole('row').nth(1);
    await expect(inside).toBeVisible();
    const known = (await inside.getByRole('cell').first().textContent()) ?? '';
    const visit = {
      phone: '45098765',
      name: 'Returning Guest',
      companyName: 'Nilsen Rør',
      tenant: 'Aurora Shipping',
    };
    const dialog = await fillRegisterDialog(here, visit);

    await database.stop();
    for (const desk of desks) {
      await expect(desk.getByText(interrupted)).toBeVisible({ timeout: 30_000 });
      await expect(desk.getByText(stale)).toBeVisible();
      await expect(row(desk, known)).toBeVisible();
    }
    await dialog.getByRole('button', { name: 'Check in' }).click();
    const unsaved = 'The server confirmed nothing';
    await expect(dialog.getByText(unsaved)).toBeVisible();
    await row(there, known).getByRole('button', { name: 'Check out' }).click();
    await expect(there.getByText(unsaved)).toBeVisible();
    await expect(row(there, known)).toBeVisible();

    database = await startEmbedded({ dataDir, log, durable: false });
    for (const desk of desks) {
      await expect(desk.getByText(interrupted)).toBeHidden({ timeout: 30_000 });
      await expect(desk.getByText(stale)).toBeHidden({ timeout: 30_000 });
    }
    await dialog.getByRole('button', { name: 'Check in' }).click();
    await expect(dialog).toBeHidden();
    for (const desk of desks) {
      await expect(row(desk, visit.name)).toHaveCount(1);
      await expect(row(desk, known)).toBeVisible();
    }
    expect(await countVisits(database, '+4745098765')).toBe(1);
    expect(watch.faults).toEqual([]);
  } finally {
    await program.stop();
    await database.stop();
    await rm(dataDir, { recursive: true });
  }
});
