import { getI18n } from 'react-i18next';
import { toast } from './toast.ts';
import { wouldLose } from './form/unload-question.ts';

/** Whether the page could be loaded again now. */
export async function isServed(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    return (await response.text()).includes('/assets/console-');
  } catch {
    return false;
  }
}

const key = 'vestibule.reloadedAt';
/** While a release is rolled out, servers of both may answer in turn. */
const pause = 60_000;

/**
 * Loads the page again, unless that was done a minute ago or something unsaved would be lost with this one, which is said. Answers
 * whether the page is on its way.
 */
export function reloadForCode(): boolean {
  if (wouldLose()) {
    toast(getI18n().t('ui.release.saveFirst'));
    return false;
  }
  if (Date.now() - Number(sessionStorage.getItem(key)) < pause) return false;
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
  return true;
}
