import { type RawBuilder, sql } from 'kysely';

/** Whom the settings `s` in force have told of a visitor with this phone who comes to a host `e`: one row for each message. */
export const wantedBy = (phone: RawBuilder<string>): RawBuilder<unknown> => sql`(values
  ('arrival', 'email', e.email, s.email_language, s.enable_email_to_employee),
  ('arrival', 'sms', e.phone, s.sms_language_to_employee, true),
  ('visitConfirmation', 'sms', ${phone}, s.sms_confirmation_language, s.enable_sms_confirmation),
  ('wifi', 'sms', ${phone}, s.sms_confirmation_language, s.enable_wifi_info_sms and s.wifi_info is not null)
) wanted (kind, channel, recipient, language, is_on)`;

/** Whether such a message is to be written. */
export const isWanted = sql`wanted.is_on and wanted.recipient is not null and wanted.language is not null`;
