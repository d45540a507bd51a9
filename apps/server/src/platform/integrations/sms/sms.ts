import { type Outcome, withoutAddresses } from '../outcome.ts';

export interface Sms {
  /** Returned in reports. New at each resend. */
  messageId: string;
  /** E.164. */
  to: string;
  text: string;
}

/** Sends SMS. Never throws, and ends within 30 seconds. */
export interface SmsProvider {
  send(sms: Sms): Promise<Outcome>;
}

/** A delivery report. */
export interface SmsReport {
  messageId: string;
  /** `sent` on the way to the phone. */
  state: 'sent' | 'delivered' | 'failed';
  /** The provider's reason of a failure. */
  answer: string | null;
}

/** Removes numbers and addresses from a provider's answer, which is stored and shown. */
export function withoutNumbers(answer: string): string {
  return withoutAddresses(answer.replaceAll(/\+?\d[\d\s().-]{4,}\d/g, '…'));
}

/** Characters of GSM 03.38 that count once, except its escape. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that count twice: an escape and a character. */
const extended = new Set('\f^{}\\[~]|€');

const gsm = { alone: 160, joined: 153 };
/** UTF-16 code units. */
const ucs2 = { alone: 70, joined: 67 };

/** Counts the parts of a text. One character outside of GSM 03.38 makes all of it UCS-2. */
export function countSegments(text: string): number {
  const signs = Array.from(text);
  const isGsm = signs.every((sign) => basic.has(sign) || extended.has(sign));
  const sizes = signs.map((sign) => (isGsm ? (extended.has(sign) ? 2 : 1) : sign.length));
  const { alone, joined } = isGsm ? gsm : ucs2;
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1;
  let parts = 1;
  let used = 0;
  // A character that counts twice is not split.
  for (const size of sizes) {
    if (used + size > joined) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
