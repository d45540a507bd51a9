import { uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { building, type Building, visitTo } from '../../testing/building.ts';
import { png } from '../../testing/images.ts';
import { notifyEverything, startMessaging } from '../../testing/messaging.ts';
import { testVault } from '../../testing/server.ts';
import { contrastWithWhite } from '@vestibule/contract/platform/contrast.ts';
import { colorsOf, productBrand } from './brand.ts';
import { composeMail } from './compose.ts';
import { enqueueMails, type NewMail } from './enqueue.ts';

const news = { kiosk: 'Lobby', house: 'Fjord House', date: '12.05.2026', time: '14:30', link: null };

function mailsOf({ company }: Building): NewMail[] {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const link = 'https://desk.example.com/way/s3cr3t';
  const to = (name: string) =>
    ({ companyId: company.id, to: `${name}@aurora.example`, language: 'de', expiresAt }) as const;
  return [
    { kind: 'invite', ...to('invite'), content: { link, organization: 'Aurora', validHours: 168 } },
    { kind: 'passwordReset', ...to('reset'), content: { link, validHours: 1 } },
    { kind: 'directoryFailed', ...to('sync'), content: { link, tenant: 'Aurora', failure: 'groupNotFound', times: 3 } },
    { kind: 'kioskOffline', ...to('offline'), content: news },
    { kind: 'kioskOnline', ...to('online'), content: news },
  ];
}

async function giveLogo(site: Building, accent: string | null) {
  const query = { companyId: site.company.id, type: 'logo' } as const;
  const { data: logo } = await site.as('company').call(uploadImage, { query, file: png() });
  await site.db
    .updateTable('kiosk_settings')
    .set({ logo_image_id: logo.id, accent_color: accent })
    .where('company_id', '=', site.company.id)
    .where('kiosk_id', 'is', null)
    .execute();
  return logo;
}

test('mails of all kinds arrive as text and HTML with name, color and logo of the building', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  await notifyEverything(site, { email_language: 'de' });
  await giveLogo(site, '#0B6B62');
  const visit = visitTo(site.tenant, { employeeId: site.employee.id, name: 'Åse "Lie" <b>' });
  await site.as('reception').call(registerVisit, visit);
  await enqueueMails(site.db, testVault, mailsOf(site));
  await expect.poll(() => mail.received.length).toBe(6);
  for (const { email, raw } of mail.received) {
    const { html = '', text = '', attachments } = email;
    expect(raw).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(raw).toMatch(/^Content-Type: multipart\/related;/m);
    expect(attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline', filename: 'logo.png' }]);
    expect(html).toContain(`<img src="cid:${attachments[0]?.contentId?.slice(1, -1)}" alt="${site.company.name}"`);
    expect(html).toContain('<html lang="de" dir="ltr"');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('bgcolor="#0B6B62"');
    // No other picture, style sheet, font or script is loaded.
    expect(html.match(/<img|<link|<script|url\(|@import/gi)).toEqual(['<img']);
    expect(text.trim().split('\n').at(-1)).toBe(site.company.name);
    const [greeting = '', first = ''] = text.split('\n\n');
    expect(greeting).not.toBe('');
    expect(html).toContain(first.replaceAll('"', '&#34;').replaceAll('<', '&#60;').replaceAll('>', '&#62;'));
    expect(text.includes('s3cr3t')).toBe(html.includes('href="https://desk.example.com/way/s3cr3t"'));
  }
  const arrival = mail.received.find(({ to }) => to.includes(site.employee.email));
  expect(arrival?.email.text).toContain('Åse "Lie" <b>');
  expect(arrival?.email.html).toContain('Åse &#34;Lie&#34; &#60;b&#62;');
});

test('a mail has no logo if the file is lost, and the thumbnail of a large one', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  const { id } = await giveLogo(site, null);
  const [first] = mailsOf(site);
  if (!first) throw new Error('expected a mail');
  const { thumbnail } = await site.db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const small = await site.server.app.calls.storage.read(thumbnail);
  await site.db.updateTable('image').set({ bytes: 100_001 }).where('id', '=', id).execute();
  await enqueueMails(site.db, testVault, [first]);
  await expect.poll(() => mail.received.length).toBe(1);
  expect(Buffer.from(await contentOf(mail.received[0]?.raw ?? ''))).toEqual(small);
  await site.server.app.calls.storage.remove(thumbnail);
  await enqueueMails(site.db, testVault, [first]);
  await expect.poll(() => mail.received.length).toBe(2);
  const { html = '', attachments } = mail.received[1]?.email ?? {};
  expect(attachments).toEqual([]);
  expect(html).not.toContain('<img');
  expect(html).toMatch(new RegExp(String.raw`color: #FFFFFF">\s*${site.company.name}\s*</td>`));
});

async function contentOf(raw: string): Promise<ArrayBuffer> {
  const { attachments } = await PostalMime.parse(Buffer.from(raw, 'latin1'));
  const content = attachments[0]?.content;
  if (!(content instanceof ArrayBuffer)) throw new Error('expected an attachment');
  return content;
}

test.for([
  ['#0B6B62', '#FFFFFF'],
  ['#FFD400', '#000000'],
  ['#767676', '#FFFFFF'],
  ['#777777', '#000000'],
  ['#FFFFFF', '#000000'],
  ['#000000', '#FFFFFF'],
] as const)('words on %s are %s', ([accent, onAccent]) => {
  expect(colorsOf({ accent })).toEqual({ accent, onAccent });
});

test.for([
  ['#0B6B62', '#FFFFFF'],
  ['#FFD400', '#000000'],
] as const)('a mail without a logo has the initials of the building in %s on %s', ([accent, onAccent]) => {
  const content = { link: 'https://desk.example.com/', organization: null, validHours: 1 };
  const brand = { house: 'Skansen Brygge', accent, logo: null };
  const { html } = composeMail('invite', content, { language: 'en', brand });
  expect(html).toMatch(new RegExp(String.raw`bgcolor="${onAccent}"[^>]*color: ${accent}[^>]*>\s*SB\s*</td>`));
  expect(html).toMatch(new RegExp(String.raw`color: ${onAccent}">Skansen Brygge</td>`));
  const { html: withLogo } = composeMail('invite', content, { language: 'en', brand: { ...brand, logo: 'cid:logo' } });
  expect(withLogo).not.toMatch(/>\s*SB\s*</);
});

test('words on any color have a contrast of at least 4.5:1', () => {
  const shades = Array.from({ length: 52 }, (_, step) => (step * 5).toString(16).padStart(2, '0'));
  for (const shade of shades) {
    const accent = `#${shade}80${shade}`;
    const { onAccent } = colorsOf({ accent });
    const white = contrastWithWhite(accent);
    expect(onAccent === '#FFFFFF' ? white : 21 / white).toBeGreaterThanOrEqual(4.5);
  }
});

test.for(languages)('a mail in %s names its language', (language) => {
  const content = { link: 'https://desk.example.com/', organization: null, validHours: 1 };
  const { html } = composeMail('invite', content, { language, brand: productBrand });
  expect(html).toContain(`<html lang="${languagesOfInterface[language].tag}" dir="ltr"`);
});
