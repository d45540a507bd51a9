import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mjml from 'mjml';
import { expect, test } from 'vitest';

/** The template has the colors of the product where a mail has those of its building. */
const placeholders = { '#5b3fd6': '${accent}', '#fefefe': '${onAccent}' };

const head = `// Made from mail-template.mjml by: npx vitest run mail-template -u
import type { MailText } from '@vestibule/phrases/message-texts.ts';
import { html, type Html } from '../http/html.ts';
import type { Brand } from './brand.ts';

type Shown = Required<Omit<MailText, 'button' | 'when' | 'code'>> & Pick<Brand, 'house' | 'logo'>;

export interface MailView extends Shown {
  /** BCP 47 tag. */
  language: string;
  accent: string;
  onAccent: string;
  /** Shown without a logo. */
  initials: string;
  when: { month: string; day: string; date: string; time: string; was: string | null } | null;
  button: { label: string; link: string } | null;
  code: NonNullable<MailText['code']> | null;
}

export function mailPage(mail: MailView): Html {
  const { language, subject, preheader, house, logo, initials, accent, onAccent, title, above, when, facts, button, code, below } = mail;
  return html\``;

test('the template is compiled', async () => {
  const source = await readFile(join(import.meta.dirname, 'mail-template.mjml'), 'utf8');
  // Without fonts of Google, which readers would load.
  const { html, errors } = await mjml(source, { validationLevel: 'strict', keepComments: false, fonts: {} });
  expect(errors).toEqual([]);
  const short = html
    .replaceAll(/<\/?mj-raw>| style=""| type="text\/css"/g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/\n(?=[^<$`])/g, ' ')
    .trim();
  const colored = Object.entries(placeholders).reduce((text, [color, name]) => text.replaceAll(color, name), short);
  await expect(`${head}${colored}\`;\n}\n`).toMatchFileSnapshot('./mail-template.ts');
});
