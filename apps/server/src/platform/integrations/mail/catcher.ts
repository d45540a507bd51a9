import type { Mail, MailProvider } from './mail.ts';

/** In memory, so a restart deletes them. */
const maxKept = 100;

export interface CaughtMail extends Mail {
  at: Date;
}

export interface MailCatcher extends MailProvider {
  /** Newest first. */
  list: () => readonly CaughtMail[];
}

/** Keeps mails of the demo, which stay "not sent". */
export function createMailCatcher(now: () => Date = () => new Date()): MailCatcher {
  const mails: CaughtMail[] = [];
  return {
    isCatcher: true,
    from: { name: 'Vestibule', address: 'vestibule@localhost' },
    send(mail) {
      mails.unshift({ ...mail, at: now() });
      mails.length = Math.min(mails.length, maxKept);
      return Promise.resolve({ result: 'taken', answer: '250 shown at /dev/mail' });
    },
    list: () => mails,
  };
}
