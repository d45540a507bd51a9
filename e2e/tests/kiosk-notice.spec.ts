import { kioskTexts } from '@vestibule/phrases/kiosk-texts.ts';
import { belowNotice, cutOff, longName, sizesFor } from '../harness/cut-off.ts';
import { button, test, uploadPicture } from '../harness/kiosk-app.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 240_000 });

test('the notice at the top covers neither the building nor the question', async ({
  page,
  building,
  manager,
  enroll,
  change,
  watch,
}) => {
  watch.allowNetworkLoss();
  const name = `${longName} & Compagnie Gesellschaft für Stadtentwicklung Hafencity-Überseequartier mbH`;
  await building.db.updateTable('company').set({ name }).where('id', '=', building.company.id).execute();
  await enroll({ languages: ['nl'], defaultLanguage: 'nl', isScanerOn: true });
  const { welcome, phone, startOver, noAnswer } = await kioskTexts('nl');
  const heading = page.getByRole('heading', { level: 1 });
  // The welcome screen scrolls such a name.
  const look = async (what: string) => {
    const covered = (await cutOff(page, sizesFor('de'))).filter((line) => line.endsWith(belowNotice));
    expect.soft(covered, what).toEqual([]);
  };
  const lookAtAll = async (what: string) => {
    await expect(page.getByText(noAnswer)).toBeVisible();
    // The notice takes its place after two seconds.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    await look(`${what}: welcome`);
    await button(page, welcome.checkIn).click();
    await expect(heading).toHaveText(phone.title);
    await look(`${what}: phone`);
    await button(page, startOver).click();
    await button(page, welcome.checkOut).click();
    await expect(heading).toHaveText(phone.titleOut);
    await look(`${what}: check-out`);
    await button(page, startOver).click();
  };
  const loseServer = () => page.routeWebSocket(/./, (socket) => socket.close());
  await loseServer();
  await page.reload();
  await lookAtAll('initials');
  await change({ logoImageId: await uploadPicture(manager, building, 'logo') });
  await page.reload();
  await lookAtAll('a logo');
});
