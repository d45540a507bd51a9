import { useSyncExternalStore } from 'react';

const colorSchemes = ['auto', 'light', 'dark'] as const;
type ColorScheme = (typeof colorSchemes)[number];

/** Also read by `public/before.js`, before the first paint. */
const key = 'vestibule.colorScheme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** `auto` follows the system. */
export function useColorScheme(): { chosen: ColorScheme; shown: 'light' | 'dark' } {
  const chosen = useSyncExternalStore(subscribe, read);
  const isDark = useSyncExternalStore(subscribe, () => system.matches);
  if (chosen !== 'auto') return { chosen, shown: chosen };
  return { chosen, shown: isDark ? 'dark' : 'light' };
}

export function chooseColorScheme(scheme: ColorScheme) {
  localStorage.setItem(key, scheme);
  apply();
}

function read(): ColorScheme {
  return colorSchemes.find((scheme) => scheme === localStorage.getItem(key)) ?? 'auto';
}

function apply() {
  const chosen = read();
  document.documentElement.dataset.colorScheme = chosen;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    system.addEventListener('change', apply);
    window.addEventListener('storage', apply);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    system.removeEventListener('change', apply);
    window.removeEventListener('storage', apply);
  };
}
