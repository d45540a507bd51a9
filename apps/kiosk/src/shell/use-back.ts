import { useEffect, useRef } from 'react';

const mark = 'asked';

/** The handlers of the back button, newest last: a dialog is above its screen. */
const layers: object[] = [];

/** Makes the tablet's back button call `onBack` instead of leaving the kiosk. The newest user wins. All share one history entry. */
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
