import { expect, test } from 'vitest';
import { lint } from './planted.ts';

const bare = [
  '<p>Visitors</p>',
  '<>Visitors</>',
  "<p>{'Visitors'}</p>",
  '<p>{`Visitors`}</p>',
  '<p>{`${count} visitors`}</p>',
  "<p>{open ? 'Inside' : t('visitors.left')}</p>",
  "<p>{open && 'Inside'}</p>",
  "<p>{name ?? 'Nobody'}</p>",
  "<p>{'Hello ' + name}</p>",
  '<p>Gäste</p>',
  '<Field label="Name" />',
  '<Field title="Name" />',
  '<Field placeholder="Name" />',
  '<Field aria-label="Name" />',
  '<img src={name} alt="Logo" />',
  '<Field description="Name" />',
  "<Field label={'Name'} />",
  "<Field label={open ? 'Open' : t('closed')} />",
  '<Field nextLabel="Next page" />',
];

const composed = [
  "<p>{t('visitors.title')}</p>",
  "<Field label={t('visitors.name')} />",
  '<p>{name}</p>',
  '<p>{`${name}, ${count}`}</p>',
  '<p>{name} · {count} %</p>',
  "<p>{' '}</p>",
  '<p>&nbsp;–&nbsp;</p>',
  "<p>{name === 'kiosk' && <Field />}</p>",
  '<div className="wide" id="visitors" data-kind="list" />',
  '<Field alt="" />',
  "<Field onClick={() => go('visitors')} />",
];

const before = `
import { Field, count, go, name, open, t } from './screen.ts';
go(name);
`.trim();

function screen(jsx: string): string {
  return `${before}\nexport const Screen = () => ${jsx};\nexport const used = [Field, count, open, t];\n`;
}

const all = [...bare, ...composed];
const fileOf = (jsx: string) => `apps/console/src/visitor/Screen${all.indexOf(jsx)}.tsx`;
const findings = await lint(Object.fromEntries(all.map((jsx) => [fileOf(jsx), screen(jsx)])));
const rulesAt = (jsx: string) => findings.filter(({ file }) => file === fileOf(jsx)).map(({ rule }) => rule);

test.each(bare)('refuses %s', (jsx) => {
  expect(rulesAt(jsx)).toContain('vestibule(bare-text)');
});

test.each(composed)('allows %s', (jsx) => {
  expect(rulesAt(jsx)).not.toContain('vestibule(bare-text)');
});
