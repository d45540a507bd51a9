import type { Page } from '@playwright/test';
import { badgeCode } from '../../apps/server/src/visits/badge/code.ts';
import { openVault } from '../../apps/server/src/platform/db/secret-key.ts';

const apart = 5;

/** Faster than any hand. Each key carries its own timestamp, so a busy machine does not matter. */
export async function scan(page: Page, code: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const keys = [...Array.from(code, (key) => ({ key, text: key })), { key: 'Enter', text: '\r' }];
  const begin = Date.now();
  for (const [place, key] of keys.entries()) {
    const timestamp = (begin + place * apart) / 1000;
    await browser.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key });
    await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', timestamp, key: key.key });
  }
  await browser.detach();
}

export async function passOf(id: number, kind: 'visit' | 'visitor' = 'visitor'): Promise<string> {
  const { E2E_DATA_DIR: dataDir = '' } = process.env;
  return badgeCode(await openVault({ secretKey: null, previousSecretKeys: [], dataDir }), { kind, id });
}
