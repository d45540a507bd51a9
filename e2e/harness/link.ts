import { expect } from '@playwright/test';
import { mailsTo } from './mail.ts';

export async function linkFor(address: string): Promise<string> {
  const [link] = await linksFor(address, 1);
  if (link === undefined) throw new Error('the mail was there a moment ago');
  return link;
}

export async function linksFor(address: string, count: number): Promise<string[]> {
  await expect.poll(async () => (await linksTo(address)).length, { timeout: 10_000 }).toBe(count);
  return linksTo(address);
}

async function linksTo(address: string): Promise<string[]> {
  const mails = await mailsTo(address);
  return mails.flatMap(({ text }) => /https?:\S+\/set-password\/\S+/.exec(text) ?? []);
}
