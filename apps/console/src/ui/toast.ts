import { toasts } from '@vestibule/ui/toasts.ts';

/** Shows a sentence at the top right for three seconds. The time stops while the pointer or the focus is on a toast. */
export function toast(message: string): void {
  toasts.add(message, { timeout: 3000 });
}
