import { toasts } from '@vestibule/ui/toasts.ts';

/** How long a toast shows, in milliseconds. */
export const toastTime = 3000;

/** Shows a sentence at the top right for three seconds. */
export function toast(message: string): void {
  const key = toasts.add(message);
  // A timer of the queue would stop while the pointer rests where the toast covers a button.
  setTimeout(() => toasts.close(key), toastTime);
}
