import { toasts } from '@vestibule/ui/toasts.ts';

/** How long a toast shows, in milliseconds. */
export const toastTime = 3000;

/** Shows a sentence at the top right for three seconds. The time stops while the pointer or the focus is on a toast. */
export function toast(message: string): void {
  toasts.add(message, { timeout: toastTime });
}
