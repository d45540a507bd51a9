import { type Outcome, withoutAddresses } from '../outcome.ts';

export interface Sms {
  messageId: string;
  to: string;
  text: string;
}

/** Never throws, and ends within 30 seconds. */
export interface SmsProvider {
  send(sms: Sms): Promise<Outcome>;
}

export interface SmsReport {
  messageId: string;
  state: 'sent' | 'delivered' | 'failed';
  answer: string | null;
}

export function withoutNumbers(answer: string): string {
  return withoutAddresses(answer.replaceAll(/\+?\d[\d\s().-]{4,}\d/g, '…'));
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

const gsm = { alone: 160, joined: 153 };
const ucs2 = { alone: 70, joined: 67 };

export function countSegments(text: string): number {
  const signs = Array.from(text);
  const isGsm = signs.every((sign) => basic.has(sign) || extended.has(sign));
  const sizes = signs.map((sign) => (isGsm ? (extended.has(sign) ? 2 : 1) : sign.length));
  const { alone, joined } = isGsm ? gsm : ucs2;
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1;
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > joined) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
