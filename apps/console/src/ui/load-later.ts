import { getI18n } from 'react-i18next';
import { isServed, reloadForCode } from './release.ts';

/**
 * Fetches code that is not part of the first load, and the texts that are not. Where it could not be fetched and the server is there, the
 * page is loaded again, and this never settles: the code is that of another release, or the network was gone a moment ago, and a browser
 * does not fetch again for a page what failed once. Else it fails with the reason.
 */
export async function loadLater<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    const [code] = await Promise.all([load(), loadTexts()]);
    return code;
  } catch (error) {
    if (!(await isServed()) || !reloadForCode()) throw error;
    return new Promise<never>(() => {});
  }
}

/** Fetches the same before anybody asks for it. Where it cannot be fetched, whoever asks for it is told. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled([load(), loadTexts()]);
}

async function loadTexts(): Promise<void> {
  const { laterTexts } = await import('@vestibule/phrases/en/later.ts');
  getI18n().addResourceBundle('en', 'translation', laterTexts, true);
}
