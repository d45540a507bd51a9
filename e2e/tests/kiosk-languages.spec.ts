import type { Page } from '@playwright/test';
import { languages } from '@vestibule/contract/platform/values.ts';
import type { KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import { type AllKioskTexts, kioskTexts } from '@vestibule/phrases/kiosk-texts.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { cutOff, longName, sizesFor } from '../harness/cut-off.ts';
import { askEverything, button, everyOption, test, uploadPicture } from '../harness/kiosk-app.ts';
import { scan } from '../harness/scanner.ts';
import { expect } from '../harness/test.ts';

test.use({ reducedMotion: 'reduce' });
test.describe.configure({ timeout: 240_000 });

// "se" and "sv" have the same texts and one entry, "Svenska".
for (const language of languages.filter((language) => language !== 'se')) {
  test(`the kiosk speaks ${language}, and every screen has room for it`, async ({ page, building, enroll, watch }) => {
    watch.allowRefusals(404, 409, 410, 503);
    await askEverything(building, { hasParking: true });
    await enroll({ ...everyOption, languages: [...languages] });
    const texts = await kioskTexts(language);
    const { tag, name } = languagesOfInterface[language];
    const sizes = sizesFor(language);
    const look = async (what: string) => expect.soft(await cutOff(page, sizes), `${language}: ${what}`).toEqual([]);

    await page
      .getByRole('button', { name: /^.+: .+$/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    await expect(button(page, texts.welcome.checkIn)).toBeVisible();
    await look('welcome');
    await button(page, texts.welcome.checkOut).click();
    await expect(page.getByRole('heading', { name: texts.phone.titleOut })).toBeVisible();
    const asked = `${texts.phone.titleOut} ${texts.phone.scan}`;
    await expect(page.getByRole('textbox')).toHaveAccessibleDescription(asked);
    await look('check-out');
    await page.keyboard.type('123');
    await button(page, texts.next).click();
    const country = new Intl.DisplayNames(tag, { type: 'region' }).of('NO') ?? '';
    const problem = texts.phone.tooShort.replace('{{country}}', country);
    await expect(page.getByText(problem)).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveAccessibleDescription(problem);
    await look('check-out with a wrong number');
    await button(page, texts.startOver).click();
    await chooseAgain(page, name, tag);
    await button(page, texts.welcome.checkIn).click();
    await expect(page.getByRole('heading', { name: texts.phone.title })).toBeVisible();
    await look('phone');
    await page.keyboard.type(`4001${String(1000 + languages.indexOf(language))}`);
    await page.getByLabel(texts.name.label).fill(longName);
    await look('name');
    await button(page, texts.next).click();
    await page.getByLabel(texts.company.label).fill('Havila Logistics');
    await look('company');
    await button(page, texts.next).click();
    await expect(page.getByRole('heading', { name: texts.tenant.title })).toBeVisible();
    await look('tenant');
    await button(page, 'Aurora Shipping').click();
    await look('employee');
    await button(page, texts.employee.noOne).click();
    await button(page, texts.consent.agree).click();
    await button(page, texts.remember.no).click();
    await button(page, texts.badges.both).click();
    await look('confirm');
    await button(page, texts.welcome.checkIn).click();
    await expect(button(page, texts.done.again)).toBeVisible();
    await look('done');
    await button(page, texts.done.close).click();
    await expect(button(page, 'Check in')).toBeVisible();
    const known = { look, choose: () => chooseAgain(page, name, tag), aurora: building.aurora };
    await lookAtKnown(page, texts, known);
    await lookAtInvitations(page, texts, known);
  });
}

test('a check-in without a network has room for its longest text', async ({ page, building, enroll, watch }) => {
  await askEverything(building, { hasParking: true });
  await enroll({ ...everyOption, languages: [...languages] });
  watch.allowRefusals(503);
  await page.route('**/api/v1/device/visits', (route) => route.fulfill({ status: 503 }));
  const { welcome, next, name, company, consent, remember, badges, done } = await kioskTexts('de');
  await chooseAgain(page, 'Deutsch', 'de');
  await button(page, welcome.checkIn).click();
  await page.keyboard.type('40012000');
  await page.getByLabel(name.label).fill(longName);
  await button(page, next).click();
  await page.getByLabel(company.label).fill('Havila Logistics');
  await button(page, next).click();
  const answers = ['Aurora Shipping', 'Kari Nordmann', consent.agree, remember.no, badges.both, welcome.checkIn];
  const sent = page.waitForRequest('**/api/v1/device/visits');
  for (const answer of answers) await button(page, answer).click();
  await expect(page.getByText(done.laterBadge)).toBeVisible();
  expect((await sent).postDataJSON()).toMatchObject({ language: 'de' });
  expect(await cutOff(page)).toEqual([]);
});

test('an open list of languages and an open question close by themselves, and large letters hide no button', async ({
  page,
  building,
  manager,
  enroll,
  change,
}) => {
  await page.clock.install();
  const name =
    'Gesellschaft für Wohnungsbau und Stadtentwicklung Hafencity-Überseequartier mbH & Compagnie Kommanditgesellschaft e.V.';
  await building.db.updateTable('company').set({ name }).where('id', '=', building.company.id).execute();
  const logoImageId = await uploadPicture(manager, building, 'logo');
  await enroll({ languages: ['en', 'de'], isScanerOn: true, logoImageId });
  const isCleared = async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await button(page, 'Language: English').click();
  await isCleared();
  // A visitor can continue while the texts are loading.
  const words = Promise.withResolvers<void>();
  await page.route('**/assets/kiosk-texts-*.js', async (route) => {
    await words.promise;
    await route.continue();
  });
  await change({ defaultLanguage: 'de', isScanerOn: false });
  await expect(page.getByText('Have a code? Hold it up to the scanner.')).toBeHidden();
  await isCleared();
  words.resolve();
  await expect(button(page, 'Anmelden')).toBeVisible();

  await page.setViewportSize({ width: 600, height: 960 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 600 });
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('time')).toBeInViewport({ ratio: 1 });
  expect((await page.getByRole('img', { name }).boundingBox())?.height).toBeGreaterThan(90);
  await page.setViewportSize({ width: 600, height: 960 });
  await button(page, 'Anmelden').click();
  await expect(button(page, 'Weiter')).toBeVisible();
  await doubleLetters(page);
  for (const name of ['Zurück', 'Neu beginnen', 'Weiter']) {
    await expect(button(page, name)).toBeInViewport({ ratio: 0.9 });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.type('123');
  await button(page, 'Weiter').click();
  await expect(page.getByRole('alert')).toBeVisible();
  expect((await page.locator('main header + div').boundingBox())?.height).toBeGreaterThanOrEqual(176);
});

interface LookAtKnown {
  look: (what: string) => Promise<void>;
  choose: () => Promise<void>;
  aurora: { id: number; name: string };
}

/** Looks at the screens that differ for a known visitor. Mocked, because phone lookups have a rate limit. */
async function lookAtKnown(page: Page, texts: KioskTexts, { look, choose, aurora }: LookAtKnown) {
  const known = { known: true, firstName: 'Maximilian-Alexander', canRepeatLastVisit: true, preregisteredTenant: null };
  const checkIn = async (greeting: object) => {
    const json = { data: { ...known, checkedInSince: null, ...greeting } };
    await page.route('**/api/v1/device/phone_lookup?*', (route) => route.fulfill({ json }), { times: 1 });
    await choose();
    await button(page, texts.welcome.checkIn).click();
    await page.keyboard.type('40012345');
  };
  await checkIn({ checkedInSince: new Date(Date.now() - 36 * 3_600_000).toISOString() });
  await expect(button(page, texts.found.again)).toBeVisible();
  await look('inside');
  await button(page, texts.startOver).click();

  await checkIn({ preregisteredTenant: aurora });
  await expect(page.getByText(texts.found.expected.replace('{{tenant}}', aurora.name))).toBeVisible();
  await look('an expected visitor');
  await button(page, texts.startOver).click();

  await checkIn({});
  await expect(button(page, texts.found.sameHost)).toBeVisible();
  await look('a known visitor');
  await button(page, texts.found.sameHost).click();
  await expect(page.getByText(texts.consent.visited)).toBeVisible();
  await look('consent for the last host');
  await button(page, texts.back).click();
  await button(page, texts.found.someoneElse).click();
  await button(page, 'Aurora Shipping').click();
  await button(page, texts.employee.noOne).click();
  await button(page, texts.consent.agree).click();
  await button(page, texts.badges.both).click();
  await expect(page.getByText(texts.badges.typed)).toBeVisible();
  await look('a badge for a known visitor');
  await button(page, texts.startOver).click();
  await expect(button(page, 'Check in')).toBeVisible();
}

/** As long as a host can write. */
const longText = 'Please take the stairs on the left to the second floor. '.repeat(3).slice(0, 120).trim();

/** Looks at the screens of a guest with a pass. */
async function lookAtInvitations(page: Page, texts: AllKioskTexts, { look, choose, aurora }: LookAtKnown) {
  const { invitation } = texts;
  const answer = async (path: string, body: { status?: number; [key: string]: unknown }) => {
    const { status = 200 } = body;
    await page.route(
      `**/api/v1/device/${path}`,
      (route) => route.fulfill({ status, json: status < 300 ? { data: body } : body }),
      { times: 1 },
    );
  };
  const hourMs = 3_600_000;
  const time = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const guest = {
    firstName: 'Maximilian-Alexander',
    tenant: { id: aurora.id, name: aurora.name },
    host: { id: 1, name: longName },
    validFrom: time(-1),
    validUntil: time(1),
    missing: [] as string[],
  };
  const scanPass = async (what: string, body: { status?: number; [key: string]: unknown }, heading: string) => {
    await answer('passes', body);
    await choose();
    await scan(page, '0123456789ABCDEFGHJKMNPQRS');
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await look(what);
  };
  const { passUnknown, passCanceled, passDeclined, passUnchecked } = invitation.unusable;
  for (const [heading, body] of [
    [passUnknown, { status: 404, reason: 'passUnknown' }],
    [passCanceled, { status: 410, reason: 'passIsOver', passProblem: 'canceled' }],
    [passDeclined, { status: 410, reason: 'passIsOver', passProblem: 'declined' }],
    [passUnchecked, { status: 503 }],
    [invitation.pass.early, { ...guest, validFrom: time(30), validUntil: time(54) }],
    [invitation.pass.late, { ...guest, validFrom: time(-54), validUntil: time(-30) }],
  ] as const) {
    await scanPass(heading, body, heading);
    await button(page, texts.startOver).click();
  }
  const welcome = texts.found.welcome.replace('{{name}}', guest.firstName);
  await scanPass('a guest without a phone', { ...guest, missing: ['phone'] }, welcome);
  await button(page, texts.startOver).click();

  await choose();
  await button(page, texts.welcome.invitation).click();
  await button(page, invitation.type).click();
  await expect(page.getByRole('heading', { name: invitation.code.title })).toBeVisible();
  await look('the code');
  await answer('passes', { status: 404, reason: 'passUnknown' });
  await page.keyboard.type('KX7P2M9Q');
  await expect(page.getByRole('alert')).toContainText(invitation.next.passUnknown);
  await look('a wrong code');
  await answer('passes', { status: 503 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(invitation.code.offline);
  await look('a code without the server');
  await button(page, texts.back).click();
  await button(page, texts.back).click();
  await expect(button(page, 'Check in')).toBeVisible();

  await scanPass('a guest who has to choose', guest, welcome);
  await button(page, texts.consent.agree).click();
  await answer('visits', { status: 201, visitId: 1, badgeHtml: null, notified: ['sms'] });
  const coming = { kind: 'coming', minutes: 10, employee: null, answeredAt: time(0) };
  const json = { data: { state: 'answered', channel: null, answer: { ...coming, text: longText }, isAwaited: false } };
  await page.route('**/api/v1/device/visits/*/host', (route) => route.fulfill({ json }));
  await button(page, texts.welcome.checkIn).click();
  await expect(page.getByText(longText)).toBeVisible();
  await look('the last screen with an answer');
}

/** Doubles only the font sizes, as a system setting does in an app. */
async function doubleLetters(page: Page) {
  await page.evaluate(() => {
    const double = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSGroupingRule) double(rule.cssRules);
        if (!(rule instanceof CSSStyleRule) || !rule.style.fontSize.endsWith('px')) continue;
        rule.style.fontSize = `calc(2 * ${rule.style.fontSize})`;
      }
    };
    for (const sheet of document.styleSheets) double(sheet.cssRules);
  });
}

async function chooseAgain(page: Page, name: string, tag: string) {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await button(page, 'Language: English').click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
}
