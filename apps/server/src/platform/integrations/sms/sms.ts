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

/** The signs of GSM 03.38 that take one place, but for its escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Those that take two: an escape and a sign. */
const extended = new Set('\f^{}\\[~]|€');

const gsm = { alone: 160, joined: 153 };
/** UTF-16 code units. */
const ucs2 = { alone: 70, joined: 67 };

/** In how many parts a text is sent. One sign outside of the phone's own alphabet makes all of it take UCS-2. */
export function countSegments(text: string): number {
  const signs = Array.from(text);
  const isGsm = signs.every((sign) => basic.has(sign) || extended.has(sign));
  const sizes = signs.map((sign) => (isGsm ? (extended.has(sign) ? 2 : 1) : sign.length));
  const { alone, joined } = isGsm ? gsm : ucs2;
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1;
  let parts = 1;
  let used = 0;
  // A sign that takes two places is not torn apart between two parts.
  for (const size of sizes) {
    if (used + size > joined) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
