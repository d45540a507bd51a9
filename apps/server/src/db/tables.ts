import type { Role } from '@vestibule/contract/access.ts';
import type { MessageKind, MessageProblem, MessageState } from '@vestibule/contract/message.ts';
import type { Language } from '@vestibule/contract/values.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A moment: read as ISO text, written as a Date or text. */
type Moment = ColumnType<string, Date | string, Date | string>;
/** A moment that the database fills in. */
type SetMoment = ColumnType<string, Date | string | undefined, Date | string>;

interface PartnerTable {
  id: GeneratedAlways<number>;
  name: string;
  code: string;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface CompanyTable {
  id: GeneratedAlways<number>;
  name: string;
  partner_id: number | null;
  notification_emails: Generated<string[]>;
  time_zone: string;
  badge_paper: Generated<'label62mm' | 'label4x6' | 'a6'>;
  auto_check_out_at: string | null;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
  deleted_at: Moment | null;
}

interface CompanyPartnerTable {
  company_id: number;
  partner_id: number;
  created_at: SetMoment;
}

interface TenantTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  type: 'google' | 'office365' | 'loopbooking' | null;
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
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface UserAccountTable {
  id: GeneratedAlways<number>;
  email: string;
  role: Role;
  company_id: number | null;
  partner_id: number | null;
  tenant_id: number | null;
  password_hash: string | null;
  created_at: SetMoment;
}

interface SessionTable {
  id: GeneratedAlways<number>;
  device: string | null;
  id_hash: Buffer;
  user_id: number;
  created_at: SetMoment;
  last_used_at: SetMoment;
}

interface SignInFailureTable {
  account: Buffer;
  network: string;
  failures: number;
  first_at: Moment;
  blocked_until: Moment | null;
}

interface LimitCountTable {
  subject: string;
  uses: number;
  window_ends_at: Moment;
}

interface WorkAccountTable {
  issuer: string;
  subject: string;
  user_id: number;
  created_at: SetMoment;
}

interface UsedReturnTable {
  nonce_hash: Buffer;
  expires_at: Moment;
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

interface VisitorTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  company_name: string;
  phone: string;
  should_save_data: Generated<boolean>;
  storage_stopped_at: Moment | null;
  preregistered_tenant_id: number | null;
  folded_name: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
  updated_at: SetMoment;
}

interface VisitTable {
  id: GeneratedAlways<number>;
  company_id: number;
  visitor_id: number;
  tenant_id: number;
  employee_id: number | null;
  checked_in_at: SetMoment;
  checked_out_at: Moment | null;
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
}

interface LicenceFolderTable {
  id: GeneratedAlways<number>;
  name: string;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface LicenceTable {
  id: GeneratedAlways<number>;
  folder_id: number;
  key: string;
  description: string | null;
  mac: string | null;
  activation_date: Moment | null;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
}

interface AuditEntryTable {
  id: GeneratedAlways<number>;
  company_id: number | null;
  user_id: number;
  role: Role;
  action: string;
  subject: string;
  subject_id: number | null;
  at: SetMoment;
}

interface IdempotentReplyTable {
  user_id: number;
  key: string;
  request_hash: Buffer;
  reply: ColumnType<unknown, string, string>;
  visitor_id: GeneratedAlways<number | null>;
  created_at: SetMoment;
}

interface LiveOutboxTable {
  id: GeneratedAlways<number>;
  channel: string;
  event: string;
  ids: number[];
}

interface LiveChannelTable {
  channel: string;
  last_number: number;
}

interface LiveEventTable {
  channel: string;
  number: number;
  event: string;
  ids: number[];
  at: SetMoment;
}

interface LiveTicketTable {
  id_hash: Buffer;
  session_hash: Buffer;
  channel: string;
  after: number | null;
  expires_at: Moment;
}

interface MessageTable {
  id: Generated<number>;
  company_id: number | null;
  visitor_id: number | null;
  visit_id: number | null;
  user_id: number | null;
  channel: 'email' | 'sms';
  kind: MessageKind;
  recipient: string | null;
  language: Language;
  content: Buffer | null;
  mail_id: Generated<string>;
  state: Generated<MessageState>;
  attempts: Generated<number>;
  segments: number | null;
  next_attempt_at: SetMoment;
  problem: MessageProblem | null;
  last_answer: string | null;
  expires_at: Moment;
  created_at: SetMoment;
  delivered_at: Moment | null;
}

interface DirectorySyncTable {
  tenant_id: number;
  company_id: number;
  granted: Buffer | null;
  connected_by: number;
  connected_as: Role;
  console_address: string;
  state: Generated<'idle' | 'queued' | 'running'>;
  run: string | null;
  run_kind: 'sync' | 'preview' | 'photos' | null;
  is_confirmed: Generated<boolean>;
  asked_by: number | null;
  asked_as: Role | null;
  held_by: string | null;
  held_until: Moment | null;
  begun: Generated<number>;
  done: Generated<number>;
  total: number | null;
  ended_run: string | null;
  outcome: ColumnType<unknown, string | null, string | null>;
  ended_at: Moment | null;
  last_failure: string | null;
  failures: Generated<number>;
  next_at: Moment;
}

interface BroughtPhotoTable {
  image_id: number;
}

interface LeavingEmployeeTable {
  tenant_id: number;
  employee_id: number;
}

interface FormerEmployeeTable {
  tenant_id: number;
  id_from_service: string;
  employee_id: number;
  left_at: SetMoment;
}

interface FormerVisitTable {
  visit_id: number;
  tenant_id: number;
  employee_id: number;
}

/** The schema as the newest migration leaves it. */
export interface Tables {
  partner: PartnerTable;
  company: CompanyTable;
  company_partner: CompanyPartnerTable;
  tenant: TenantTable;
  user_account: UserAccountTable;
  session: SessionTable;
  sign_in_failure: SignInFailureTable;
  limit_count: LimitCountTable;
  work_account: WorkAccountTable;
  used_return: UsedReturnTable;
  employee: EmployeeTable;
  image: ImageTable;
  file_address: FileAddressTable;
  visitor: VisitorTable;
  visit: VisitTable;
  tenant_settings: TenantSettingsTable;
  licence_folder: LicenceFolderTable;
  licence: LicenceTable;
  audit_entry: AuditEntryTable;
  idempotent_reply: IdempotentReplyTable;
  live_outbox: LiveOutboxTable;
  live_channel: LiveChannelTable;
  live_event: LiveEventTable;
  live_ticket: LiveTicketTable;
  message: MessageTable;
  directory_sync: DirectorySyncTable;
  brought_photo: BroughtPhotoTable;
  leaving_employee: LeavingEmployeeTable;
  former_employee: FormerEmployeeTable;
  former_visit: FormerVisitTable;
}
