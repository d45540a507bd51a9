import { writeFile } from 'node:fs/promises';
import { createKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { password } from '../harness/building.ts';
import { call } from '../harness/call.ts';
import { test } from '../harness/kiosk-app.ts';
import { seedLicense } from '../harness/kiosks.ts';
import { expect } from '../harness/test.ts';
import { createHand, down, type Engine, enter } from './engine.ts';
import { findEngines } from './engines.ts';
import { openLink } from './link.ts';

for (const { name, open } of findEngines().installed) {
  test(`${name}: a kiosk is enrolled, visitors come, return and leave, also offline`, async ({
    baseURL,
    manager,
    building,
    change,
  }) => {
    const { db, company } = building;
    await change({ enableSaveVisitor: true });
    const link = await openLink(addressOf(baseURL));
    const engine = await open();
    try {
      const { click, fill, keys, see, read, untilGone } = createHand(engine);
      await engine.go(`${link.address}/kiosk`);
      const code = await read('the code', /^[A-Z0-9]{4}\s+[A-Z0-9]{4}$/m);
      const hash = code.replaceAll(/\s/g, '');
      const params = { companyId: String(company.id) };
      await call(manager, createKiosk, { params, body: { name: 'Main entrance', hash } });
      await fill('License key', (await seedLicense(building)).key);

      await click('Check in');
      await see('What is your phone number?');
      await keys('40012345');
      await fill('Name', 'Åse Ødegård');
      await click('Next');
      await fill('Company', 'Havila Logistics');
      await click('Next');
      await click('Aurora Shipping');
      await click('Kari Nordmann');
      for (const answer of ['I agree', 'Yes', 'Check in']) await click(answer);
      await see('You are checked in, Åse Ødegård');
      await click('Done');

      await click('Check out');
      await see('Check out with your phone number');
      await keys('40012345');
      await see('You are checked in since');
      await click('Check out');
      await see('Goodbye, Åse');
      await click('Done');

      await click('Check in');
      await see('What is your phone number?');
      await keys('40012345');
      await see('Welcome back, Åse.');
      for (const answer of ['Same host as last time', 'I agree', 'Check in']) await click(answer);
      await see('You are checked in, Åse');
      await click('Done');

      link.pull();
      await see('You can still check in.');
      await click('Check in');
      await see('What is your phone number?');
      await keys('40012346');
      await fill('Name', 'Ola Vik');
      await click('Next');
      await fill('Company', 'Vik');
      await click('Next');
      await click('Bryggen Architects');
      for (const answer of ['I agree', 'No', 'Check in']) await click(answer);
      await see('You are checked in, Ola Vik');
      await click('Done');
      await see('1 visit waiting to be sent');
      link.plug();
      await untilGone('waiting to be sent');
      // The kiosk sends its visits after it is connected.
      const visits = db.selectFrom('visit').select('id').where('company_id', '=', company.id);
      await expect.poll(async () => (await visits.execute()).length, { timeout: 30_000 }).toBe(3);
    } finally {
      await end(engine);
      await link.close();
    }
  });

  test(`${name}: reception signs in, sees who is inside, and registers a visitor`, async ({ baseURL, building }) => {
    await building.visitor({ name: 'Frida Nilsen', inside: building.aurora });
    const engine = await open();
    try {
      const { click, fill, keys, see } = createHand(engine);
      await engine.go(`${addressOf(baseURL)}/login`);
      await fill('E-mail', building.users.reception);
      await fill('Password', password);
      await keys(enter);
      await see('Frida Nilsen');
      await click('Register visitor');
      await fill('Phone', '45012345');
      await fill('Name', 'Åse Ødegård');
      await fill('Company', 'Havila Logistics');
      await fill('Visiting', 'Bryggen');
      await see('Bryggen Architects');
      await keys(down + enter);
      await click('Check in');
      await see('Åse Ødegård is checked in.');
    } finally {
      await end(engine);
    }
  });
}

/** Keeps a picture of the last page for the developer. */
async function end(engine: Engine): Promise<void> {
  try {
    await writeFile(test.info().outputPath('page.png'), await engine.picture(), 'base64');
  } catch (error) {
    // Reported beside the result, because a thrown error would hide that of the test.
    test.info().annotations.push({ type: 'no picture of the last page', description: String(error) });
  } finally {
    await engine.close();
  }
}

function addressOf(baseURL: string | undefined): string {
  if (baseURL === undefined) throw new Error('The global set-up has not started the program.');
  return baseURL;
}
