import { type ComponentType, lazy, type ReactNode, useState } from 'react';

interface Prepared<Props> {
  /** Renders at once after `prepare`, else suspends. */
  Component: (props: Props) => ReactNode;
  /** Loads the code ahead. After a failure, rendering loads it. */
  prepare: () => Promise<void>;
}

/** A lazy component that can be loaded ahead. `lazy` alone leaves the screen empty for a moment even then. */
export function prepared<Props extends object>(load: () => Promise<ComponentType<Props>>): Prepared<Props> {
  let ready: ComponentType<Props> | undefined;
  const Late = lazy(async () => ({ default: await load() }));
  return {
    Component(props) {
      // A change of the component would lose its state.
      const [Part] = useState<ComponentType<Props>>(() => ready ?? Late);
      return <Part {...props} />;
    },
    async prepare() {
      ready = await load().catch(() => undefined);
    },
  };
}
