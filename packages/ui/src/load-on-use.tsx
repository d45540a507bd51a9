import { type ComponentType, useEffect, useState } from 'react';

const acts = ['pointermove', 'keydown', 'click'] as const;

/** Until the code loads at the first input, or if it cannot be loaded, `Before` shows in its place, or nothing. */
export function loadOnUse<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before: ComponentType<Props> | null = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;

  return function LoadedOnUse(props: Props) {
    const [Content, setContent] = useState(() => loaded);

    useEffect(() => {
      if (Content) return undefined;
      const stop = new AbortController();
      const show = () => stop.signal.aborted || setContent(() => loaded);
      const begin = async () => {
        loaded = await load();
        // A button that is replaced while it is pressed gets no click.
        if (document.querySelector('button:active') === null) show();
        else addEventListener('pointerup', () => setTimeout(show, 100), { once: true, signal: stop.signal });
      };
      const tryToBegin = () => void begin().catch(() => {});
      for (const act of acts) addEventListener(act, tryToBegin, { once: true, signal: stop.signal });
      return () => stop.abort();
    }, [Content]);

    if (Content) return <Content {...props} />;
    return Before && <Before {...props} />;
  };
}
