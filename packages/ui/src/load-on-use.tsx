import { type ComponentType, useEffect, useSyncExternalStore } from 'react';

const acts = ['pointermove', 'keydown', 'click'] as const;

/** Until the code loads at the first input, or if it cannot be loaded, `Before` shows in its place, or nothing. */
export function loadOnUse<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before: ComponentType<Props> | null = null,
): ComponentType<Props> {
  let shown: ComponentType<Props> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return function LoadedOnUse(props: Props) {
    // React Aria shows the items of a collection in a second pass. After a change of a store, unlike of a state, React runs both before the
    // browser handles the next key.
    const Content = useSyncExternalStore(subscribe, () => shown);

    useEffect(() => {
      if (Content) return undefined;
      const stop = new AbortController();
      const show = (loaded: ComponentType<Props>) => {
        shown = loaded;
        for (const listener of listeners) listener();
      };
      const begin = async () => {
        const loaded = await load();
        // A button that is replaced while it is pressed gets no click.
        if (document.querySelector('button:active') === null) show(loaded);
        else addEventListener('pointerup', () => setTimeout(show, 100, loaded), { once: true });
      };
      for (const act of acts) {
        addEventListener(act, () => void begin().catch(() => {}), { once: true, signal: stop.signal });
      }
      return () => stop.abort();
    }, [Content]);

    const Shown = Content ?? Before;
    return Shown && <Shown {...props} />;
  };
}
