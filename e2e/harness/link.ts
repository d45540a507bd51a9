import { expect } from '@playwright/test';
import { mailsTo } from './mail.ts';

/** The link in the `count`th mail that arrives for an address, waited for. */
export async function linkFor(address: string, count = 1): Promise<string> {
  await expect.poll(async () => (await linksTo(address)).size, { timeout: 10_000 }).toBe(count);
  const link = [...(await linksTo(address))].at(-1);
  if (link === undefined) throw new Error('the mail was there a moment ago');
  return link;
}

async function linksTo(address: string): Promise<Set<string>> {
  const mails = await mailsTo(address);
  return new Set(mails.map(({ text }) => /https?:\S+\/set-password\/\S+/.exec(text)?.[0] ?? ''));
}
