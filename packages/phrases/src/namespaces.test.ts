import { readdir } from 'node:fs/promises';
import { languages } from '@vestibule/contract/platform/values.ts';
import { expect, test } from 'vitest';
import { consoleTexts } from './en/console-texts.ts';

const wings = Object.keys(consoleTexts);
/** English has these texts in the console. */
const ofConsole = 'visits/my-invite.ts';
/** Visitors and recipients read these in all languages. The other texts are English only. */
const translated = [
  'kiosks/invitation.ts',
  'kiosks/kiosk.ts',
  'kiosks/staff.ts',
  'visits/answer.ts',
  'visits/messages.ts',
  ofConsole,
  'visits/my.ts',
  'visits/pass.ts',
];
/** `se` is another code for `sv`. */
const folders = languages.filter((language) => language !== 'se');

test('has a folder for each language', async () => {
  const found = (await readdir(import.meta.dirname, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  expect(found.map(({ name }) => name).toSorted()).toEqual([...folders].toSorted());
});

test.each(folders.filter((folder) => folder !== 'en'))(
  '%s has the translated namespaces of English',
  async (folder) => {
    expect(await filesIn(folder)).toEqual(translated);
  },
);

test('keeps the English texts in a folder for each wing', async () => {
  const files = await filesIn('en');
  expect(files).toEqual(expect.arrayContaining(translated.filter((file) => file !== ofConsole)));
  const found = new Set(files.filter((file) => file.includes('/')).map((file) => file.replace(/\/.*/, '')));
  expect([...found].toSorted()).toEqual([...wings].toSorted());
});

test('has each subject of the console in one namespace only', () => {
  const subjects = Object.values(consoleTexts).flatMap((texts) => Object.keys(texts));
  expect(subjects).toEqual([...new Set(subjects)]);
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(`${import.meta.dirname}/${folder}`, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(`${import.meta.dirname}/${folder}/`.length))
    .toSorted();
}
