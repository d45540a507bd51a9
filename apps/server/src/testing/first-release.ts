import type { Db } from '../db/database.ts';
import { sql } from 'kysely';
import { hashOf } from '../http/secret.ts';
import { hashPassword } from '../session/password.ts';

/** The migrations of the first release. */
export const firstRelease = [
  '0001-foundation',
  '0002-messages',
  '0003-licences',
  '0004-organisations',
  '0005-password-links',
  '0006-audit-chain',
  '0007-work-accounts',
];

export const firstReleaseUser = {
  email: 'desk@first.example',
  password: 'Right-Horse-7!',
  cookie: 'a session of then',
};

/** Seeds a building into the schema of the first release, in the words of that schema. */
export async function seedFirstRelease(db: Db): Promise<void> {
  const password = await hashPassword(firstReleaseUser.password);
  const statements = [
    sql`insert into partner (name, code) values ('Nordic Facility', 'N0RD1CFM')`,
    sql`insert into company (name, partner_id, time_zone, notification_emails) values
      ('Fjord House', 1, 'Europe/Oslo', '{desk@first.example}'), ('Gone', null, 'UTC', '{}')`,
    sql`update company set deleted_at = now() where id = 2`,
    sql`insert into company_partner (company_id, partner_id) values (1, 1)`,
    sql`insert into tenant (company_id, name, logo_image_id) values (1, 'Aurora Shipping', 7), (1, 'Lantern Media', null)`,
    sql`insert into tenant_settings (company_id, country_code, gdpr_handling) values (1, 'NO', 'deletedAfter1week')`,
    sql`insert into tenant_settings (company_id, tenant_id, country_code, sms_language_to_employee) values (1, 1, 'NO', 'se')`,
    sql`update tenant set enable_custom_settings = true where id = 1`,
    sql`insert into user_account (email, role, company_id, tenant_id, partner_id, password_hash) values
      (${firstReleaseUser.email}, 'reception', 1, null, null, ${password}),
      ('tenant@first.example', 'tenant', 1, 1, null, ${password}),
      ('partner@first.example', 'partner', null, null, 1, null)`,
    sql`insert into session (id_hash, user_id) values (${hashOf(firstReleaseUser.cookie)}, 1)`,
    sql`insert into employee (company_id, tenant_id, name, email, phone, photo_id) values
      (1, 1, 'Kari Nordmann', 'kari@first.example', '+4790000001', 3), (1, 2, 'Åse Öberg', null, '+4790000002', null)`,
    sql`insert into visitor (company_id, name, company_name, phone, preregistered_tenant_id) values
      (1, 'Inside Now', 'Baltic Freight', '+4790000011', null), (1, 'Expected Soon', 'Havila', '+4790000012', 1),
      (1, 'Here Before', 'Havila', '+4790000013', null)`,
    sql`insert into visit (company_id, visitor_id, tenant_id, employee_id, checked_in_at, checked_out_at) values
      (1, 1, 1, 1, now() - interval '1 hour', null), (1, 3, 2, 2, now() - interval '2 days', now() - interval '47 hours')`,
    sql`insert into message (company_id, channel, kind, recipient, language, content, expires_at) values
      (1, 'email', 'invite', 'new@first.example', 'en', '\\x01', now() + interval '1 day')`,
    sql`insert into message (company_id, channel, kind, recipient, language, state, expires_at) values
      (1, 'email', 'passwordReset', 'desk@first.example', 'no', 'delivered', now())`,
    sql`insert into licence_folder (name) values ('First')`,
    sql`insert into licence (folder_id, key) values (1, '00000-00000-00000-00000-00000')`,
    sql`insert into audit_entry (company_id, user_id, role, action, subject, subject_id) values
      (1, 1, 'reception', 'visit.checkedIn', 'visitor', 1), (null, 3, 'partner', 'session.started', 'user', 3)`,
    sql`insert into live_channel (channel, last_number) values ('managers:1', 40), ('reception:1', 40)`,
    sql`insert into idempotent_reply (user_id, key, request_hash, reply) values (1, 'k', '\\x00', '{"visitor": {"id": 1}}')`,
  ];
  for (const statement of statements) await statement.execute(db);
}
