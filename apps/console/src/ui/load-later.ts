import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { getI18n } from 'react-i18next';
import { wouldLose } from './unload-question.ts';
import { toast } from './toast.ts';

/**
 * Loads code outside the first load, with the texts of all subjects. If the code fails to load while the server answers, it reloads the
 * page and never settles: a new release replaced the code, or the browser does not retry a failed module on the same page. Otherwise it
 * rejects.
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

/** The screen works without it if the code cannot be loaded. Loads no texts. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}

/** Ignores failures: `loadLater` reports them. */
export async function loadAhead(load: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled([load(), loadTexts()]);
}

async function loadTexts(): Promise<void> {
  const { consoleTexts } = await import('@vestibule/phrases/en/console-texts.ts');
  for (const [wing, texts] of Object.entries(consoleTexts)) getI18n().addResourceBundle('en', wing, texts);
}

async function isServed(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return (await response.text()).includes('/assets/console-');
  } catch {
    return false;
  }
}

const reloadedAtKey = 'vestibule.reloadedAt';
/** During a rollout, servers of both releases may answer in turn. */
const reloadPauseMs = 60_000;

/** False within a minute of the last reload, or if input would be lost; then it shows a toast. */
function reloadForCode(): boolean {
  if (wouldLose()) {
    toast(getI18n().t('ui.release.saveFirst'));
    return false;
  }
  if (Date.now() - Number(sessionStorage.getItem(reloadedAtKey)) < reloadPauseMs) return false;
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
  return true;
}
