import type { MessageKind, MessageProblem, MessageState } from '@vestibule/contract/platform/message-words.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { AnswerKind } from '@vestibule/contract/visits/visit.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Moment, SetMoment } from './moment.ts';

interface VisitorTable {
  id: GeneratedAlways<number>;
  company_id: number;
  name: string;
  company_name: string;
  phone: string;
  should_save_data: Generated<boolean>;
  storage_stopped_at: Moment | null;
  preregistered_tenant_id: number | null;
  expected_name: string | null;
  expected_company_name: string | null;
  expected_should_save_data: boolean | null;
  expected_at: Moment | null;
  expected_employee_id: number | null;
  expected_invitation_id: number | null;
  /** Data of the open visit if different from remembered data. */
  current_name: string | null;
  current_company_name: string | null;
  folded_name: GeneratedAlways<string>;
  search: GeneratedAlways<string>;
  created_at: SetMoment;
  updated_at: SetMoment;
}

interface VisitTable {
  id: GeneratedAlways<number>;
  company_id: number;
  visitor_id: number | null;
  name: string;
  company_name: string;
  phone: string;
  should_save_data: Generated<boolean>;
  opt_out: 'visit' | 'tenantVisits' | 'tenant' | null;
  search: GeneratedAlways<string | null>;
  tenant_id: number;
  employee_id: number | null;
  checked_in_at: SetMoment;
  checked_out_at: Moment | null;
  former_host: string | null;
  invitation_id: number | null;
  language: Language | null;
  asked_at: Moment | null;
  stays_until: Moment | null;
  answer_kind: AnswerKind | null;
  answer_minutes: number | null;
  answer_text: string | null;
  answer_employee_id: number | null;
  answered_at: Moment | null;
}

interface SystemMessageTable {
  id: Generated<number>;
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
  lease: string | null;
  problem: MessageProblem | null;
  last_answer: string | null;
  expires_at: Moment;
  created_at: SetMoment;
  delivered_at: Moment | null;
}

interface MessageTable extends SystemMessageTable {
  company_id: number;
  visitor_id: number | null;
  visit_id: number | null;
  guest_id: number | null;
  kiosk_id: number | null;
  employee_id: number | null;
}

interface EscalationTable {
  visit_id: number;
  company_id: number;
  steps: Generated<number>;
  since: SetMoment;
  shown_at: Moment | null;
  due_at: Moment | null;
}

interface MeetingTable {
  id: GeneratedAlways<number>;
  company_id: number;
  tenant_id: number;
  notify_guests: boolean;
  sequence: Generated<number>;
  created_by: 'host' | 'staff';
}

interface InvitationTable {
  id: GeneratedAlways<number>;
  company_id: number;
  meeting_id: number;
  tenant_id: number;
  employee_id: number | null;
  title: string | null;
  folded_title: GeneratedAlways<string | null>;
  note: string | null;
  language: Language;
  is_language_chosen: Generated<boolean>;
  starts_at: Moment;
  ends_at: Moment;
  canceled_at: Moment | null;
  canceled_by: 'host' | 'staff' | null;
  host_left_at: Moment | null;
}

interface GuestTable {
  id: GeneratedAlways<number>;
  company_id: number;
  meeting_id: number;
  visitor_id: number | null;
  name: string;
  company_name: string | null;
  email: string | null;
  phone: string | null;
  is_language_chosen: Generated<boolean>;
  is_phone_unverified: Generated<boolean>;
  is_phone_taken: Generated<boolean>;
}

interface InvitationGuestTable {
  id: GeneratedAlways<number>;
  company_id: number;
  invitation_id: number;
  guest_id: number;
  confirmed_at: Moment | null;
  declined_at: Moment | null;
  arrived_at: Moment | null;
  reminded_at: Moment | null;
  created_at: SetMoment;
}

interface PassTable {
  guest_id: number;
  company_id: number;
  secret_hash: Buffer;
  secret: Buffer;
  code_hash: Buffer;
  created_visitor_id: number | null;
  phone_code: Buffer | null;
  phone_code_until: Moment | null;
  phone_code_tries: Generated<number>;
  proven_until: Moment | null;
  proven_visitor_id: number | null;
}

interface HostLinkTable {
  employee_id: number;
  company_id: number;
  address: string;
  token_hash: Buffer;
  expires_at: Moment;
}

interface HostSessionTable {
  id: GeneratedAlways<number>;
  id_hash: Buffer;
  company_id: number;
  employee_id: number;
  address: string;
  device: string | null;
  created_at: SetMoment;
  last_used_at: SetMoment;
}

interface LiveOutboxTable {
  company_id: number;
  id: GeneratedAlways<number>;
  channel: string;
  event: string;
  ids: number[];
}

interface LiveChannelTable {
  company_id: number;
  channel: string;
  last_number: number;
  timeline: string;
}

interface LiveEventTable {
  company_id: number;
  channel: string;
  number: number;
  event: string;
  ids: number[];
  at: SetMoment;
}

interface LiveTicketTable {
  id_hash: Buffer;
  session_hash: Buffer;
  company_id: number;
  channel: string;
  after: number | null;
  expires_at: Moment;
}

interface RollCallTable {
  id: GeneratedAlways<number>;
  company_id: number;
  started_at: SetMoment;
  joined_by: Generated<number[]>;
}

interface RollCallTickTable {
  company_id: number;
  roll_call_id: number;
  visit_id: number;
  is_safe: boolean;
  ticked_at: Moment;
}

export interface VisitTables {
  visitor: VisitorTable;
  visit: VisitTable;
  message: MessageTable;
  system_message: SystemMessageTable;
  escalation: EscalationTable;
  meeting: MeetingTable;
  invitation: InvitationTable;
  guest: GuestTable;
  invitation_guest: InvitationGuestTable;
  pass: PassTable;
  host_link: HostLinkTable;
  host_session: HostSessionTable;
  live_outbox: LiveOutboxTable;
  live_channel: LiveChannelTable;
  live_event: LiveEventTable;
  live_ticket: LiveTicketTable;
  roll_call: RollCallTable;
  roll_call_tick: RollCallTickTable;
}
