import type { Page } from '@playwright/test';

/** Milliseconds from one key of a scanner to the next. */
const apart = 5;

/**
 * Types a code and Enter as a scanner does that acts as a keyboard: so quickly that no hand could. Each key carries when it was pressed,
 * as those of a real keyboard do, and it does not matter how long a machine that does other work takes to bring it to the page.
 */
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
