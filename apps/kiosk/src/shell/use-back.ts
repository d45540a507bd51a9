import { useEffect, useRef } from 'react';

/** State of the history entry above the one of the welcome screen. */
const mark = 'asked';

/** What the back button does, the newest last: a dialog lies above its screen. */
const layers: object[] = [];

/**
 * Makes the tablet's back button call `onBack`, once for each press, in place of leaving the kiosk. If several parts of the screen
 * use it, the newest is called. All of them share one history entry.
 */
export function useBack(isOn: boolean, onBack: () => void): void {
  const goBack = useRef(onBack);
  useEffect(() => {
    goBack.current = onBack;
  });
  useEffect(() => {
    if (!isOn) return;
    const stand = () => {
      if (history.state !== mark) history.pushState(mark, '');
    };
    const back = () => {
      if (layers.at(-1) !== goBack) return;
      goBack.current();
      stand();
    };
    layers.push(goBack);
    stand();
    window.addEventListener('popstate', back);
    return () => {
      layers.splice(layers.indexOf(goBack), 1);
      window.removeEventListener('popstate', back);
    };
  }, [isOn]);
}
