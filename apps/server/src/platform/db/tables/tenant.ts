import type { DirectoryType } from '@vestibule/contract/building/directory.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface TenantTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  type: DirectoryType | null;
  group_id: string | null;
  client_id: string | null;
  client_secret: Buffer | null;
  use_custom_app: Generated<boolean>;
  loopbooking_domain: string | null;
  loopbooking_code: Buffer | null;
  enable_custom_settings: Generated<boolean>;
  own_settings_of: GeneratedAlways<number | null>;
  logo_image_id: number | null;
  last_sync_at: Moment | null;
  delivery_phones: Generated<string[]>;
  backup_employee_id: number | null;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface TenantSettingsTable {
  id: GeneratedAlways<number>;
  company_id: number;
  tenant_id: number | null;
  country_code: string;
  sms_language_to_employee: Language | null;
  enable_email_to_employee: Generated<boolean>;
  email_language: Generated<Language>;
  enable_print_badge_option: Generated<boolean>;
  enable_print_parking_badge_option: Generated<boolean>;
  parking_label_info: string | null;
  enable_sms_confirmation: Generated<boolean>;
  sms_confirmation_language: Generated<Language>;
  enable_wifi_info_sms: Generated<boolean>;
  wifi_info: string | null;
  delivery_sms_language: Language | null;
  enable_gdpr: Generated<boolean>;
  gdpr_handling: Generated<string>;
  custom_additional_info: string | null;
  enable_invitations: Generated<boolean>;
  enable_invitation_reminder: Generated<boolean>;
  answer_within_seconds: Generated<number | null>;
  enable_still_here: Generated<boolean>;
  tenant_wrote_wifi_info: Generated<boolean>;
  tenant_wrote_additional_info: Generated<boolean>;
}

interface EmployeeTable {
  id: GeneratedAlways<number>;
  company_id: number;
  tenant_id: number;
  name: string;
  email: string | null;
  phone: string | null;
  photo_id: number | null;
  id_from_service: string | null;
  photo_asked_at: Moment | null;
  stand_in_id: number | null;
  stand_in_until: string | null;
  folded_name: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface ImageTable {
  id: GeneratedAlways<number>;
  company_id: number;
  tenant_id: number | null;
  type: 'logo' | 'background' | 'photo';
  name: string;
  file: string;
  thumbnail: string;
  bytes: number;
  created_at: SetMoment;
}

interface FileAddressTable {
  is_only: Generated<boolean>;
  address: string;
}

export interface TenantTables {
  tenant: TenantTable;
  tenant_settings: TenantSettingsTable;
  employee: EmployeeTable;
  image: ImageTable;
  file_address: FileAddressTable;
}
