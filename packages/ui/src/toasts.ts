import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';

/** The toasts of the page. The newest two are visible, so that they cover little. */
export const toasts = new ToastQueue<string>({ maxVisibleToasts: 2 });
