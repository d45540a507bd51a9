import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { sql } from 'kysely';
import { z } from 'zod';
import { startMailServer } from '../../apps/server/src/testing/mail.ts';
import type { Building } from './building.ts';

const Mail = z.object({ to: z.array(z.string()), subject: z.string(), text: z.string(), html: z.string() });
type Mail = z.output<typeof Mail>;

interface Mailbox {
  url: URL;
  /** One file per mail: other processes read them too. */
  folder: string;
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vestibule-mail-'));
  const server = await startMailServer({
    keep: async ({ to, email: { subject = '', text = '', html = '' } }) => {
      const file = path.join(folder, `${randomUUID()}.json`);
      const mail: Mail = { to, subject, text, html };
      await writeFile(`${file}.new`, JSON.stringify(mail));
      await rename(`${file}.new`, file);
    },
  });
  return { url: server.url, folder, stop: () => server.close().then(() => rm(folder, { recursive: true })) };
}

export async function mailsTo(address: string): Promise<Mail[]> {
  const folder = process.env['E2E_MAIL'];
  if (!folder) throw new Error('The global set-up has not started the mail server.');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return mails.map((text) => Mail.parse(JSON.parse(text))).filter(({ to }) => to.includes(address));
}

export async function mailTo(address: string): Promise<Mail> {
  await expect.poll(async () => (await mailsTo(address)).length, { timeout: 10_000 }).toBe(1);
  const [mail] = await mailsTo(address);
  if (!mail) throw new Error('the mail was there a moment ago');
  return mail;
}

/** As if the limit of the host held the last invitation until another day. */
export async function holdInvitation({ db, company }: Building): Promise<void> {
  await sql`
    update message set state = 'held', problem = 'hostLimit', next_attempt_at = now() + interval '30 hours',
      content = coalesce(content, '\\x00'), delivered_at = null
    where id = (select max(id) from message where company_id = ${company.id} and kind = 'invitation')`.execute(db);
}
