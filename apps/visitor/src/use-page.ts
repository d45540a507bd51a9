import { useEffect } from 'preact/hooks';

/** Loads at once, and again when the page becomes visible or the browser returns online. */
export function useLoading(load: () => Promise<void>): void {
  useEffect(() => {
    void load();
    const reload = () => void (document.visibilityState === 'visible' && load());
    document.addEventListener('visibilitychange', reload);
    window.addEventListener('online', reload);
    return () => {
      document.removeEventListener('visibilitychange', reload);
      window.removeEventListener('online', reload);
    };
  }, [load]);
}

/** Sets the title and the language of the document. `tag`: BCP 47. */
export function useDocument(tag: string, title: string): void {
  useEffect(() => {
    document.documentElement.lang = tag;
    document.title = title;
  }, [tag, title]);
}
