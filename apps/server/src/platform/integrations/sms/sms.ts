import { type Outcome, withoutAddresses } from '../outcome.ts';

/** An SMS as it is handed over. */
export interface Sms {
  /** Ours: comes back in what the provider reports of it. A new one each time that somebody sends the message again. */
  messageId: string;
  /** E.164. */
  to: string;
  text: string;
}

/** Hands SMS over. It throws nothing, and ends within 30 seconds. */
export interface SmsProvider {
  send(sms: Sms): Promise<Outcome>;
}

/** What a provider reports of an SMS that it took over. */
export interface SmsReport {
  messageId: string;
  /** `sent` while it is on its way to the phone. */
  state: 'sent' | 'delivered' | 'failed';
  /** Why it failed, in the provider's words. */
  answer: string | null;
}

/** What a provider said, to be kept and shown: without the numbers and addresses that it may repeat. */
export function withoutNumbers(answer: string): string {
  return withoutAddresses(answer.replaceAll(/\+?\d[\d\s().-]{4,}\d/g, '…'));
}
