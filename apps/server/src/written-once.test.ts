import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { text, typedSql } from './platform/db/typed-sql.ts';
import { testDatabase } from './testing/database.ts';

interface Rule {
  rule: string;
  /** The statements that the rule follows. */
  statement: RegExp;
  /** The only files that may contain them. */
  files: string[];
  /** What each of these files calls. */
  by: string;
}

/** docs/decisions/0054-write-rules-of-rows-in-statements.md explains them. */
const rules: Rule[] = [
  {
    rule: 'a new expectation begins the time that retention counts, and its end clears its data',
    statement: /(?:\bset|,|`)\s*preregistered_tenant_id\s*=|updateTable\('visitor'\)/,
    files: ['visits/visitor/expectation.sql.ts'],
    by: 'expectedAs|expectedNoMore',
  },
  {
    rule: 'a guest has the phone of the visitor',
    statement: /update visitor\b(?:(?!update |`)[\s\S])*?(?:\bset|,)\s*phone\s*=/,
    files: ['visits/visitor/edit.store.ts'],
    by: 'update guest g set phone = c.phone',
  },
  {
    rule: 'removed visits are counted, and their guests are deleted',
    statement: /delete from visit\b|removalOf\(sql`visit\b|deleteFrom\('visit'\)/,
    files: ['operation/clean-up/remove-companies.ts', 'platform/db/migrations/0001-schema/invitations.sql'],
    by: 'remove_visits|Visits of a removed company are not counted',
  },
  {
    rule: 'a check-in notes the arrival of the guest',
    statement: /insert into visit \([^)]*\binvitation_id\b|insertInto\('visit'\)/,
    files: ['visits/expected/expected.store.ts', 'visits/invitation/check-in.ts', 'visits/visit/visit.store.ts'],
    by: 'notesArrival',
  },
  {
    rule: 'stored replies about guests are deleted with them',
    statement: /delete from invitation_guest\b|deleteFrom\('invitation_guest'\)/,
    files: ['platform/db/migrations/0001-schema/invitations.sql'],
    by: 'forget_dates_of_guests',
  },
  {
    rule: 'stored replies about guests are deleted before a foreign key deletes the guests',
    statement: /(?:delete from|deleteFrom\(')\s*(?:guest|invitation|meeting|tenant)\b/,
    files: [
      'building/tenant/tenant.store.ts',
      'operation/clean-up/remove-companies.ts',
      'platform/db/migrations/0001-schema/invitations.sql',
      'visits/invitation/forget.ts',
      'visits/invitation/meeting.store.ts',
    ],
    by: '',
  },
  {
    rule: 'messages to a deleted user do not wait',
    statement: /(?:delete from|deleteFrom\(')\s*user_account\b/,
    files: ['accounts/user/user.ts'],
    by: 'dropMessagesOf',
  },
  {
    rule: 'messages about a deleted kiosk do not wait',
    statement: /(?:delete from|deleteFrom\(')\s*kiosk\b/,
    files: ['kiosks/kiosk/kiosk.store.ts'],
    by: 'dropMessagesOf',
  },
  {
    rule: 'links and sessions of a host end with the address',
    statement: /update employee\b(?:(?!update |`)[\s\S])*?(?:\bset|,)\s*email\s*=/,
    files: ['building/directory/difference.store.ts', 'building/employee/employee.store.ts'],
    by: '',
  },
  {
    rule: 'escalations follow the period of the settings',
    statement:
      /update tenant_settings\b|updateTable\('tenant_settings'\)|updateTable\('tenant'\)\s*\.set\(\{ enable_custom_settings: isOn \}\)/,
    files: ['building/settings/settings.store.ts', 'building/settings/settings.ts'],
    by: '',
  },
];

const source = import.meta.dirname;

async function readProgram(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const file of glob('**/*.{ts,sql}', { cwd: source })) {
    if (/^(testing|demo)\/|\.test\.ts$/.test(file)) continue;
    files.set(file, await readFile(path.join(source, file), 'utf8'));
  }
  return files;
}

test.each(rules)('only the known statements can break: $rule', async ({ statement, files, by }) => {
  const program = await readProgram();
  const found = [...program].filter(([, text]) => statement.test(text)).map(([file]) => file);
  expect(found.toSorted()).toEqual(files);
  for (const file of files) expect(program.get(file), `the function in ${file}`).toMatch(new RegExp(by));
});

test.each([
  ['update visitor v set updated_at = now(), preregistered_tenant_id = null where id = 7', 0],
  ['update visitor set name = $1, phone = $2', 1],
  ['delete from visit using due', 2],
  ["db.deleteFrom('visit').execute()", 2],
  ['insert into visit (company_id, invitation_id) values (1, 2)', 3],
  ['delete from invitation_guest where id = 7', 4],
  ['delete from meeting where id = 7', 5],
  ["db.deleteFrom('user_account')", 6],
  ['with gone as (delete from kiosk where id = 7)', 7],
  ['update employee e set name = c.name, email = c.email', 8],
  ['update tenant_settings set answer_within_seconds = 60', 9],
])('finds the statement "%s"', (planted, place) => {
  expect(rules.flatMap(({ statement }, index) => (statement.test(planted) ? [index] : []))).toEqual([place]);
});

test('no table has a trigger', async () => {
  const { db } = await testDatabase();
  const { rows } = await typedSql({ name: text })`
    select tgrelid::regclass::text as name from pg_trigger
    where not tgisinternal and tgrelid::regclass::text not like 'pgboss.%' order by 1`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual([]);
});

/** A row that a foreign key deletes or changes runs no statement of a rule, so each needs the reason why none is due. */
const cascades = {
  'company deletes kiosk': 'messages about it are deleted with the company',
  'company deletes user_account': 'deleteCompany has deleted them',
  'guest deletes invitation_guest': 'forget_guests deletes guests without a date',
  'invitation deletes invitation_guest': 'deletions of dates forget guests and replies first',
  'meeting deletes guest': 'deletions of meetings forget guests or replies first',
  'meeting deletes invitation': 'deletions of meetings forget guests or replies first',
  'tenant deletes invitation': 'removeTenant forgets the replies about its guests',
  'tenant deletes meeting': 'removeTenant forgets the replies about its guests',
  'tenant deletes user_account': 'removeTenant has deleted them',
  'tenant deletes visit': 'removeTenant has removed them, and counts are deleted with the tenant',
  'visitor clears visit.visitor_id': 'the visit stays',
};

test('each foreign key that deletes rows with a rule has a reason why the rule is kept', async () => {
  const { db } = await testDatabase();
  const { rows } = await typedSql({ name: text })`
    select confrelid::regclass || ' deletes ' || conrelid::regclass as name from pg_constraint
    where contype = 'f' and confdeltype = 'c'
      and conrelid::regclass::text in ('visit', 'user_account', 'kiosk', 'invitation_guest', 'guest', 'invitation', 'meeting')
    union
    select confrelid::regclass || ' clears visit.' || a.attname
    from pg_constraint c cross join unnest(coalesce(confdelsetcols, conkey)) as k (column_number)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.column_number
    where contype = 'f' and confdeltype = 'n' and conrelid = 'visit'::regclass and a.attname = 'visitor_id'
    order by 1`.execute(db);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(cascades));
});

test('the database refuses data of an expectation that has ended', async () => {
  const { db } = await testDatabase();
  const columns = [
    'expected_name',
    'expected_should_save_data',
    'expected_at',
    'expected_employee_id',
    'expected_invitation_id',
  ];
  const { rows } = await typedSql({ definition: text })`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'expected_data_is_of_an_expectation'`.execute(
    db,
  );
  for (const column of columns) expect(rows[0]?.definition).toContain(column);
  const insert = sql`
    with house as (insert into company (name, time_zone) values ('Havnegata', 'Europe/Oslo') returning id)
    insert into visitor (company_id, name, company_name, phone, expected_should_save_data)
    select id, 'Åse', '', '+4740000001', true from house`;
  await expect(insert.execute(db)).rejects.toThrow('expected_data_is_of_an_expectation');
});
