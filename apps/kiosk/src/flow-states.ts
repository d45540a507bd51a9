import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { CodeGreeting, PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import type { Act, Answers, Finding, Question } from './questions.ts';
import type { Absence } from './shell/online.ts';

export type Outcome =
  /** `nonce` finds the messages to the host. */
  | {
      kind: 'checkedIn';
      notified: readonly ('sms' | 'email')[];
      badgeHtml: string | null;
      nonce: string;
      visitId?: number | null;
    }
  | { kind: 'checkedOut'; visitorName: string }
  | { kind: 'told' }
  /** Stored and sent later. */
  | { kind: 'kept'; without: Absence }
  /** Without consent nothing may be sent. */
  | { kind: 'declined' }
  /** Offline; `full`: and no space to store the act. `finding`: why the pass cannot be used. */
  | { kind: 'refused'; reason: Reason | Absence | 'full'; finding?: Finding };

export interface Answered {
  act: Act;
  answers: Answers;
  /** Own answers, shown again when the visitor goes back. */
  given: Answers;
  isKnown: boolean;
  /** Answered questions, each with the answers before it. */
  past: readonly { question: Question; answers: Answers; isKnown: boolean }[];
}

export interface Asking extends Answered {
  at: 'question';
  question: Question;
  /** Why the last answer was refused. */
  problem: Reason | null;
}

export interface Sending extends Answered {
  at: 'sending';
}

/** The characters below the QR code of a pass. */
interface Typing {
  at: 'code';
  typed: string;
  /** Why the code was refused. */
  problem: string | null;
  before: Flow;
}

export type Flow =
  | { at: 'welcome' }
  /** Opened for an invitation, or to check out. */
  | { at: 'camera'; act: Act }
  | Typing
  /** `typing` is the screen on which the code was typed. */
  | { at: 'looking'; code: string; typing?: Typing }
  | Asking
  | Sending
  /** `sent` is the refused act, to retry or correct; null if there is nothing to retry. */
  | { at: 'end'; act: Act; answers: Answers; outcome: Outcome; sent: Sending | null };

export type FlowEvent =
  | { type: 'start'; act: Act }
  | { type: 'openCamera' }
  | { type: 'openCode' }
  | { type: 'scan'; code: string }
  | { type: 'typeCode'; code: string }
  | { type: 'recognized'; greeting: CodeGreeting; tenants: readonly DeviceTenant[]; isOpen: boolean }
  /** The answers that a pass gives, with a finding. */
  | { type: 'passRead'; answers: Answers; isOpen: boolean }
  | { type: 'answer'; answers: Answers }
  /** `greeting` is null if the server could not be reached. */
  | { type: 'greeted'; phone: string; greeting: PhoneGreeting | null; tenants: readonly DeviceTenant[] }
  | { type: 'notMe' }
  /** From the screen of a visitor who is inside: checks out, or begins another visit. */
  | { type: 'leave' }
  | { type: 'comeBack' }
  | { type: 'back' }
  | { type: 'ended'; outcome: Outcome }
  | { type: 'retry' }
  | { type: 'reset' };
