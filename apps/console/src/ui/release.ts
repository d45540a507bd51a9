import { getI18n } from 'react-i18next';
import { toast } from './toast.ts';
import { wouldLose } from './unload-question.ts';

/** The script of a page's first load, whose name is another one in each release. */
const entry = /src="(\/assets\/console-[^"]+\.js)"/;

/** Whether the server still serves the release that this page is of; also where it cannot be asked. */
export async function isOfThisRelease(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    const served = entry.exec(await response.text())?.[1];
    return served === undefined || document.querySelector(`script[src="${served}"]`) !== null;
  } catch {
    return true;
  }
}

const key = 'vestibule.reloadedAt';
/** While a release is rolled out, servers of both may answer in turn. */
const pause = 60_000;

/**
 * Loads the page of another release, unless that was done a minute ago or something unsaved would be lost with this one, which
 * is said. Answers whether the page is on its way.
 */
export function reloadForRelease(): boolean {
  if (wouldLose()) {
    toast(getI18n().t('ui.release.saveFirst'));
    return false;
  }
  if (Date.now() - Number(sessionStorage.getItem(key)) < pause) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}
