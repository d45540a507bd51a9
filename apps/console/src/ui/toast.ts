import { useSyncExternalStore } from 'react';

interface Toast {
  id: number;
  message: string;
}

/** How long a toast stays, in milliseconds; not counted while it is pointed at or has the focus. */
export const toastTime = 3000;

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Says in a sentence at the top right, for three seconds, that something was done. */
export function toast(message: string) {
  count += 1;
  change([...toasts, { id: count, message }].slice(-5));
}

/** Takes a toast away before its time. */
export function dismissToast(id: number) {
  change(toasts.filter((each) => each.id !== id));
}

/** Takes all of them away. */
export function dismissToasts() {
  change([]);
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
