import type { ReactNode } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** The toasts of the page. The newest two are visible, so that they cover little. */
export const toasts = new ToastQueue<ReactNode>({ maxVisibleToasts: 2 });
