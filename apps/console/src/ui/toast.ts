import type { ReactNode } from 'react';
import { toasts } from '@vestibule/ui/toasts.ts';

export const toastTime = 3000;

export function toast(message: ReactNode): void {
  const key = toasts.add(message);
  // A timer of the queue would stop while the pointer is over the toast.
  setTimeout(() => toasts.close(key), toastTime);
}
