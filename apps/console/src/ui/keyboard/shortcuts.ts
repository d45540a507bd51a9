import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface Shortcut {
  key: string;
  name: string;
  run: () => void;
}

/** Elements that take keys, unless they fade out. A toast, which is an alert dialog, does not. */
const inFront = ':is([role="dialog"], [role="menu"]):not([data-leaving])';

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

/** Ignores keys while the user types or a dialog is open. The latest component wins. */
export function useShortcut(key: string, name: string, run: () => void) {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const shortcut = { key, name, run: () => runLatest() };
    change([...shortcuts, shortcut]);
    return () => change(shortcuts.filter((each) => each !== shortcut));
  }, [key, name]);
}

export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(subscribe, () => shortcuts);
}

function change(next: readonly Shortcut[]) {
  if (shortcuts.length === 0) window.addEventListener('keydown', onKeyDown);
  if (next.length === 0) window.removeEventListener('keydown', onKeyDown);
  shortcuts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector(inFront)) return;
  const shortcut = shortcuts.findLast(({ key }) => key === event.key);
  if (!shortcut) return;
  event.preventDefault();
  shortcut.run();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
