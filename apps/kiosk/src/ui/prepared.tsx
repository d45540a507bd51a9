import { type ComponentType, lazy, type ReactNode, useState } from 'react';

interface Prepared<Props> {
  /** The component: at once where it is here, else once it has come. */
  Component: (props: Props) => ReactNode;
  /** Fetches it before it is shown; rejects where it cannot be had now. Shown, it is fetched again. */
  prepare: () => Promise<void>;
}

/** A part of the app that is fetched before it is needed. What is only lazy would leave the screen empty for a moment even then. */
export function prepared<Props extends object>(load: () => Promise<ComponentType<Props>>): Prepared<Props> {
  let ready: ComponentType<Props> | undefined;
  const Late = lazy(async () => ({ default: await load() }));
  return {
    Component(props) {
      // One of the two for as long as it is shown: the other would begin anew, with nothing typed.
      const [Part] = useState<ComponentType<Props>>(() => ready ?? Late);
      return <Part {...props} />;
    },
    async prepare() {
      ready = await load();
    },
  };
}
