import { getI18n } from 'react-i18next';
import { isServed, reloadForCode } from './release.ts';

/**
 * Loads code outside the first load, together with the texts of all subjects. If the code fails to load while the server answers, it
 * reloads the page and never settles: another release replaced the code, or the network failed, and a browser does not retry a failed
 * module on the same page. Otherwise it rejects with the reason.
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

/** Preloads the same. Ignores failures: `loadLater` reports them. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled([load(), loadTexts()]);
}

async function loadTexts(): Promise<void> {
  const { consoleTexts } = await import('@vestibule/phrases/en/console-texts.ts');
  for (const [wing, texts] of Object.entries(consoleTexts)) getI18n().addResourceBundle('en', wing, texts);
}
