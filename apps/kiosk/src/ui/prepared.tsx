import { type ComponentType, lazy, type ReactNode, useState } from 'react';

interface Prepared<Props> {
  /** Renders at once after `prepare`, otherwise suspends until its code is loaded. */
  Component: (props: Props) => ReactNode;
  /** Loads the code before it is needed. Rejects on failure. Rendering then tries again. */
  prepare: () => Promise<void>;
}

/** A lazy component whose code can be loaded ahead. `lazy` alone leaves the screen empty for a moment even then. */
export function prepared<Props extends object>(load: () => Promise<ComponentType<Props>>): Prepared<Props> {
  let ready: ComponentType<Props> | undefined;
  const Late = lazy(async () => ({ default: await load() }));
  return {
    Component(props) {
      // Keep the same component while it is mounted. The other one would lose its state.
      const [Part] = useState<ComponentType<Props>>(() => ready ?? Late);
      return <Part {...props} />;
    },
    async prepare() {
      ready = await load();
    },
  };
}
