import { useEffect } from 'react';

/** Has the browser ask before the page is closed or loaded again, for as long as something unsaved would be lost. */
export function useUnloadQuestion(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

/** Whether something unsaved would be lost with the page. */
export function wouldLose(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}
