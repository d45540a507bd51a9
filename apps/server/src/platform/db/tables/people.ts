import type { Role } from '@vestibule/contract/platform/access.ts';
import type { BadgePaper } from '@vestibule/contract/accounts/company.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

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
  badge_paper: Generated<BadgePaper>;
  auto_check_out_at: string | null;
  first_steps_dismissed_at: Moment | null;
  has_reception: Generated<boolean>;
  reception_phone: string | null;
  address: string | null;
  directions: string | null;
  folded_name: GeneratedAlways<string>;
  created_at: SetMoment;
  deleted_at: Moment | null;
}

interface CompanyPartnerTable {
  company_id: number;
  partner_id: number;
  created_at: SetMoment;
}

interface UserAccountTable {
  id: GeneratedAlways<number>;
  email: string;
  role: Role;
  company_id: number | null;
  partner_id: number | null;
  tenant_id: number | null;
  name: string | null;
  password_hash: string | null;
  created_at: SetMoment;
}

interface SessionTable {
  id: GeneratedAlways<number>;
  device: string | null;
  is_vouched_for: Generated<boolean>;
  id_hash: Buffer;
  user_id: number;
  host_employee_id: number | null;
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

interface SignInAttemptTable {
  id: string;
  account: Buffer;
  network: string;
  expires_at: Moment;
}

interface KnownBrowserTable {
  browser_hash: Buffer;
  user_id: number;
  signed_in_at: SetMoment;
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

interface SecondFactorTable {
  user_id: number;
  secret: Buffer;
  created_at: SetMoment;
  confirmed_at: Moment | null;
  last_step: number | null;
}

interface RecoveryCodeTable {
  user_id: number;
  code_hash: Buffer;
}

interface SignInStepTable {
  id_hash: Buffer;
  user_id: number;
  expires_at: Moment;
}

interface UsedReturnTable {
  nonce_hash: Buffer;
  expires_at: Moment;
}

interface AuditEntryTable extends SystemAuditEntryTable {
  company_id: number;
}

interface SystemAuditEntryTable {
  id: GeneratedAlways<number>;
  user_id: number;
  role: Role;
  action: string;
  subject: string;
  subject_id: number | null;
  at: SetMoment;
}

interface IdempotentReplyTable {
  company_id: number | null;
  user_id: number | null;
  employee_id: number | null;
  key: string;
  request_hash: Buffer;
  reply: ColumnType<unknown, string, string>;
  visitor_id: GeneratedAlways<number | null>;
  created_at: SetMoment;
}

export interface PeopleTables {
  partner: PartnerTable;
  company: CompanyTable;
  company_partner: CompanyPartnerTable;
  user_account: UserAccountTable;
  session: SessionTable;
  sign_in_failure: SignInFailureTable;
  sign_in_attempt: SignInAttemptTable;
  known_browser: KnownBrowserTable;
  limit_count: LimitCountTable;
  work_account: WorkAccountTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  sign_in_step: SignInStepTable;
  used_return: UsedReturnTable;
  audit_entry: AuditEntryTable;
  system_audit_entry: SystemAuditEntryTable;
  idempotent_reply: IdempotentReplyTable;
}
