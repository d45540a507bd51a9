import type { WelcomeTexts } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { KioskEventKind } from '@vestibule/contract/kiosks/kiosk.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface KioskTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  hash: string;
  comment: string | null;
  mac: string | null;
  ip: string | null;
  app_version: string | null;
  android_version: string | null;
  enable_custom_settings: Generated<boolean>;
  own_settings_of: GeneratedAlways<number | null>;
  is_online: Generated<boolean>;
  last_seen_at: Moment | null;
  offline_since: Moment | null;
  channel_id: string | null;
  applied_settings_version: number | null;
  queue_length: number | null;
  device_secret_hash: Buffer | null;
  token_hash: Buffer | null;
  token_is_used: Generated<boolean>;
  next_token_hash: Buffer | null;
  code_expires_at: Moment | null;
  license_id: number | null;
  offline_mailed_at: Moment | null;
  folded_name: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface KioskSettingsTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kiosk_id: number | null;
  languages: Generated<Language[]>;
  default_language: Generated<Language>;
  password_hash: string | null;
  background: Generated<'none' | 'image' | 'signage'>;
  sinage_url: string | null;
  logo_image_id: number | null;
  background_image_id: number | null;
  enable_employee_picture: Generated<boolean>;
  enable_delivery_button: Generated<boolean>;
  enable_save_visitor: Generated<boolean>;
  is_printer_on: Generated<boolean>;
  is_scaner_on: Generated<boolean>;
  accent_color: string | null;
  welcome_texts: Generated<WelcomeTexts>;
  working_hours_start: Generated<string>;
  working_hours_end: Generated<string>;
  version: Generated<number>;
  created_at: SetMoment;
  updated_at: SetMoment;
}

interface AnnouncedDeviceTable {
  hash: string;
  secret_hash: Buffer;
  mac: string | null;
  app_version: string;
  android_version: string | null;
  expires_at: Moment;
}

interface PendingDeviceTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kiosk_id: number;
  secret_hash: Buffer;
  network: string | null;
  mac: string | null;
  app_version: string | null;
  android_version: string | null;
  announced_at: SetMoment;
  is_rejected: Generated<boolean>;
}

interface DeviceTicketTable {
  company_id: number;
  id_hash: Buffer;
  kiosk_id: number;
  expires_at: Moment;
}

interface KioskCommandTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kiosk_id: number;
  event: 'reboot' | 'upgrade';
  created_at: SetMoment;
  expires_at: Moment;
  sent_at: Moment | null;
  acknowledged_at: Moment | null;
  result: string | null;
}

interface KioskEventTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kiosk_id: number;
  kind: KioskEventKind;
  detail: string | null;
  at: SetMoment;
}

interface KioskNonceTable {
  company_id: number;
  kiosk_id: number;
  act: 'check_in' | 'check_out';
  nonce: string;
  visitor_id: number | null;
  visit_id: number | null;
  notified: Generated<string[]>;
  is_disclosed: Generated<boolean>;
  created_at: SetMoment;
}

interface DeviceRefusalTable {
  id: GeneratedAlways<number>;
  company_id: number;
  kiosk_id: number | null;
  nonce: string;
  kind: 'checkIn' | 'checkOut' | null;
  tenant_id: number | null;
  has_named_tenant: Generated<boolean>;
  reason: string;
  occurred_at: Moment;
  created_at: SetMoment;
}

export interface KioskTables {
  kiosk: KioskTable;
  kiosk_settings: KioskSettingsTable;
  announced_device: AnnouncedDeviceTable;
  pending_device: PendingDeviceTable;
  device_ticket: DeviceTicketTable;
  kiosk_command: KioskCommandTable;
  kiosk_event: KioskEventTable;
  kiosk_nonce: KioskNonceTable;
  device_refusal: DeviceRefusalTable;
}

interface LicenseFolderTable {
  id: GeneratedAlways<number>;
  name: string;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface LicenseTable {
  id: GeneratedAlways<number>;
  folder_id: number;
  key: string;
  description: string | null;
  mac: string | null;
  activation_date: Moment | null;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
}

export interface LicenseTables {
  license_folder: LicenseFolderTable;
  license: LicenseTable;
}
