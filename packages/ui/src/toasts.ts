import type { ReactNode } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** Shows the newest two only, so that they cover little. */
export const toasts = new ToastQueue<ReactNode>({ maxVisibleToasts: 2 });
