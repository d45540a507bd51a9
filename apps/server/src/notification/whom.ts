import { type RawBuilder, sql } from 'kysely';

/** Whom the settings `s` in force have told of a visitor `v` who comes to a host `e`: one row for each message. */
export const wanted = sql`(values
  ('arrival', 'email', e.email, s.email_language, s.enable_email_to_employee),
  ('arrival', 'sms', e.phone, s.sms_language_to_employee, true),
  ('visitConfirmation', 'sms', v.phone, s.sms_confirmation_language, s.enable_sms_confirmation),
  ('wifi', 'sms', v.phone, s.sms_confirmation_language, s.enable_wifi_info_sms and s.wifi_info is not null)
) wanted (kind, channel, recipient, language, is_on)`;

/** Whether such a message is to be written. */
export const isWanted = sql`wanted.is_on and wanted.recipient is not null and wanted.language is not null`;

/** Whether anybody is told of a visitor, by the settings `s` in force and the host `e`. */
export const tellsSomebody: RawBuilder<boolean> = sql`(
  (s.enable_email_to_employee and e.email is not null) or (s.sms_language_to_employee is not null and e.phone is not null)
  or s.enable_sms_confirmation or (s.enable_wifi_info_sms and s.wifi_info is not null)
)`;
