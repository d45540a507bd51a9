import type { ReactNode } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** The toasts of the page. At most five are visible. */
export const toasts = new ToastQueue<ReactNode>({ maxVisibleToasts: 5 });
