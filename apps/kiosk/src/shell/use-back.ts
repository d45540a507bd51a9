import { useEffect, useRef } from 'react';

/** What the entry of the browser's history carries that stands above the welcome's. */
const mark = 'asked';

/**
 * Has the tablet's own way back do what `onBack` does, while there is something to go back from: it would else leave the kiosk, and
 * whatever was typed. There is one entry for all of it, however often somebody comes.
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
      goBack.current();
      stand();
    };
    stand();
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [isOn]);
}
