import { getI18n } from 'react-i18next';
import { isOfThisRelease, reloadForRelease } from './release.ts';

/**
 * Fetches code that is not part of the first load, and the texts that are not. Where the code is gone because another
 * release is served by now, the page is loaded again, and this never settles; else it fails with the reason.
 */
export async function loadLater<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const [code] = await Promise.all([load(), loadTexts()]);
    return code;
  } catch (error) {
    if ((await isOfThisRelease()) || !reloadForRelease()) throw error;
    return new Promise<never>(() => {});
  }
}

async function loadTexts(): Promise<void> {
  const { laterTexts } = await import('@vestibule/phrases/en/later.ts');
  getI18n().addResourceBundle('en', 'translation', laterTexts, true);
}
