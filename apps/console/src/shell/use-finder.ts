import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { useEffect, useEffectEvent } from 'react';

/** Whether the finder is open. Ctrl+K, or Command+K, opens it wherever the focus is, unless a dialog is open. */
export function useFinder() {
  const [opened, finder] = useDisclosure();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!document.querySelector('[data-modal]')) finder.open();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  return { opened, ...finder };
}
